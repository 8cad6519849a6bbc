/* SPDX-License-Identifier: GPL-3.0-or-later */
/* ktoll plot: a figure as PNG, SVG or PDF, drawn by gnuplot. */
#include "cmd/command.h"

#include "base/spawn.h"
#include "cmd/arms_option.h"
#include "cmd/plot_event.h"
#include "report/gnuplot.h"

#include <errno.h>
#include <signal.h>
#include <string.h>
#include <unistd.h>

#define GNUPLOT     "/usr/bin/gnuplot"
#define PICTURE_MAX (64u << 20)

extern const struct command cmd_plot;

static const struct option longs[] = {
	{ "event", required_argument, NULL, OPT_PLOT_EVENT },
	ARMS_LONGS,
};

/* "png", "svg" or "pdf" by the ending of @path; NULL. */
static const char *kind_of(const char *path)
{
	static const char *const kinds[] = { "png", "svg", "pdf" };
	const char *dot = strrchr(path, '.');

	for (size_t i = 0; dot && i < sizeof(kinds) / sizeof(kinds[0]); i++)
		if (!strcmp(dot + 1, kinds[i]))
			return kinds[i];
	return NULL;
}

static int feed(int fd, const struct str *text)
{
	size_t done = 0;

	while (done < text->len) {
		const ssize_t n = write(fd, text->s + done, text->len - done);

		if (n < 0 && errno == EINTR)
			continue;
		if (n <= 0)
			return -EPIPE;
		done += (size_t)n;
	}
	return 0;
}

static void read_all(int fd, struct str *out)
{
	char buf[65536];
	ssize_t n;

	while (out->len < PICTURE_MAX &&
	       ((n = read(fd, buf, sizeof(buf))) > 0 || (n < 0 && errno == EINTR)))
		if (n > 0)
			str_addn(out, buf, (size_t)n);
}

/* It draws only when it has read its whole script, so that neither waits for the other.
 */
static int draw(const struct str *script, struct str *picture, struct err *e)
{
	const char *const argv[] = { GNUPLOT, NULL };
	struct child c = CHILD_NONE;
	struct str said = STR_INIT;
	int status = 0, r = child_start(argv, NULL, 0, &c, e);

	if (r < 0) {
		err_set(e, ENOENT, "cannot start %s", GNUPLOT);
		err_expect(e, "the package gnuplot-nox");
		return r;
	}
	signal(SIGPIPE, SIG_IGN);
	r = feed(c.in, script);
	close(c.in);
	c.in = -1;
	read_all(c.out, picture);
	read_all(c.err, &said);
	if (child_wait(&c, &status) < 0 || status || r < 0 || !picture->len) {
		err_set(e, EIO, "gnuplot drew nothing: %.200s", str_get(&said));
		r = -EIO;
	}
	str_release(&said);
	return r;
}

static void describe(const struct gathered *g, const struct plot_event *of,
		     struct html_arm *arms, struct html_report *r)
{
	static const double one[] = { 1 };

	for (size_t i = 0; i < g->n_arms; i++)
		arms[i] = (struct html_arm){ .name = g->sources[i].name };
	*r = (struct html_report){
		.arms = arms,
		.n_arms = g->n_arms,
		.workloads = of ? of->workloads : g->workloads,
		.n = of ? of->n : g->n,
		.exact = g->exact,
		.margins_pct = g->margins_pct ? g->margins_pct : one,
		.margin = g->margin,
		.confidence_pct = 100 * g->confidence,
	};
}

static int plot(const struct gathered *g, const struct plot_event *of, const char *path,
		const char *kind, struct err *e)
{
	struct html_arm arms[GATHERED_ARMS];
	struct str script = STR_INIT, picture = STR_INIT;
	struct html_report r;
	int ret;

	describe(g, of, arms, &r);
	ret = gnuplot_script(&r, kind, &script);
	if (ret < 0 && of)
		err_set(e, ENODATA,
			"there is nothing to draw: no change of '%s' can be told, `ktoll "
			"compare` says why",
			of->workloads[0].unit);
	else if (ret < 0)
		err_set(e, ENODATA, "there is nothing to draw: no numbers");
	else
		ret = draw(&script, &picture, e);
	if (!ret)
		ret = write_whole(path, &picture, e);
	str_release(&script);
	str_release(&picture);
	return ret;
}

/* An exit status. */
static int plot_arms(const struct arms_options *o, struct store *s,
		     const struct gathered *g, const char *kind)
{
	struct plot_event of = { 0 };
	struct err e;
	int r = o->event ? plot_event_load(s, g, o->event, &of, &e) : 0;

	if (r < 0)
		return arms_status(r, &e);
	r = plot(g, o->event ? &of : NULL, o->output, kind, &e);
	if (r < 0)
		r = complain(EXIT_CANNOT, &e);
	plot_event_release(&of);
	return r;
}

static int run(int argc, char **argv)
{
	struct arms_options o = ARMS_OPTIONS_DEFAULT;
	struct gathered g = { 0 };
	struct store *s = NULL;
	const char *kind;
	struct err e;
	int r = arms_parse(&cmd_plot, longs, argc, argv, &o);

	if (r >= 0)
		return r;
	kind = kind_of(o.output);
	if (!kind)
		return bad_usage(&cmd_plot,
				 "-o: '%s' ends in none of .png, .svg and .pdf",
				 o.output);
	r = arms_load(&o, &s, &g, &e);
	if (r < 0)
		return arms_status(r, &e);
	r = plot_arms(&o, s, &g, kind);
	gathered_release(&g);
	store_close(s);
	return r;
}

const struct command cmd_plot = {
	.name = "plot",
	.does = "draw a figure as PNG, SVG or PDF (with gnuplot)",
	.synopsis = "plot [--event EVENT] [--margin PCT] [--confidence PCT]\n"
		    "           [--workloads GLOB]... [--force] [--db FILE]\n"
		    "           -o FILE.{png,svg,pdf} EXPERIMENT|ARM...",
	.run = run,
};
