/* SPDX-License-Identifier: GPL-3.0-or-later */
/* ktoll doctor: what about this machine would spoil a measurement, and how to set it. */
#include "cmd/command.h"

#include "base/cleanup.h"
#include "base/xalloc.h"
#include "cmd/options.h"
#include "cmd/terminal.h"
#include "host/doctor.h"
#include "report/doctor.h"

#include <errno.h>
#include <fcntl.h>

#define SETTLE_MS 300

extern const struct command cmd_doctor;

static const struct option longs[] = {
	{ "cpu", required_argument, NULL, OPT_CPU },
	{ "format", required_argument, NULL, OPT_FORMAT },
	{ "help", no_argument, NULL, 'h' },
	{ NULL },
};

static int examine(int wish, enum format format)
{
	_cleanup_fd_ int root = open("/", O_PATH | O_DIRECTORY | O_CLOEXEC);
	_cleanup_free_ struct doctor_row *rows = NULL;
	const struct look look = look_of(format);
	struct str text = STR_INIT;
	struct doctor_report report;
	struct cpu_choice cpus;
	struct err e;
	int r = cpus_choose(root, wish, &cpus, &e);

	if (r < 0)
		return complain(r == -EINVAL ? EXIT_USAGE : EXIT_CANNOT, &e);
	doctor_examine(root, &cpus, SETTLE_MS, &report);
	rows = xcalloc(report.n, sizeof(*rows));
	for (size_t i = 0; i < report.n; i++)
		rows[i] = (struct doctor_row){
			.id = report.v[i].check->id,
			.title = report.v[i].check->title,
			.state = doctor_state_name(report.v[i].state),
			.found = report.v[i].found,
			.effect = report.v[i].check->effect,
			.fix = report.v[i].fix,
		};
	if (format == FORMAT_JSON)
		doctor_report_json(rows, report.n, &text);
	else if (format == FORMAT_CSV)
		doctor_report_csv(rows, report.n, &text);
	else
		doctor_report_text(rows, report.n, &look, &text);
	r = print(&text);
	str_release(&text);
	doctor_release(&report);
	return r;
}

static int take(void *options, int opt, struct err *e)
{
	return measure_option(options, opt, FORMATS_TABLE, e);
}

static int run(int argc, char **argv)
{
	struct measure_options o = MEASURE_OPTIONS_DEFAULT;
	int status = read_options(&cmd_doctor, argc, argv, ":h", longs, take, &o);

	if (status >= 0)
		return status;
	if (optind < argc)
		return bad_usage(&cmd_doctor, "takes no argument, got '%s'",
				 argv[optind]);
	return examine(o.cpu, o.format);
}

const struct command cmd_doctor = {
	.name = "doctor",
	.does = "tell what about this machine would spoil a measurement",
	.synopsis = "doctor [--cpu N] [--format text|json|csv]",
	.run = run,
};
