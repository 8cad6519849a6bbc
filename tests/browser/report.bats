# The page of `ktoll report` in a real browser: headless Chromium opens a copy of it with
# one more script, which does what a reader does and writes down what it sees.
load ../cli/common

eval "common_$(declare -f setup)"
setup() {
	common_setup
	command -v chromium > /dev/null || skip "chromium is not installed"
}

browser() {
	chromium --headless --no-sandbox --disable-gpu --hide-scrollbars \
		--user-data-dir="$dir/profile" "$@"
}

# page: a page over two arms, made of what is imported: three verdicts of a kind each
page() {
	table() {
		printf 'name,unit,mean,sd,n\n'
		printf 'slow,us,%s,0.5,100\nfast,us,%s,0.5,100\nequal,us,%s,0.5,100\nnoisy,us,%s,20,20\n' "$@"
	}
	table 100 100 100 100 > "$dir/a.csv"
	table 104 95 100.05 101 > "$dir/b.csv"
	"$ktoll" report "$dir/a.csv" "$dir/b.csv" -o "$dir/page.html"
}

# drive SCRIPT: opens the page, runs it, and prints what it said() and the console's errors
drive() {
	cat > "$dir/driver" << 'END'
<script>
var said = [];
function say(x) { said.push(String(x)); }
function rows() {
	return Array.from(document.querySelectorAll("#verdicts tbody tr")).filter(function (r) { return !r.hidden; });
}
function names() { return rows().map(function (r) { return r.cells[0].textContent; }).join(","); }
function verdict(n) {
	return rows().filter(function (r) { return r.cells[0].textContent === n; })[0].querySelector(".v").textContent;
}
function press(i) { document.querySelectorAll("#verdicts thead th")[i].querySelector("button").click(); }
function set(id, v) {
	var e = document.getElementById(id);
	e.value = v;
	e.dispatchEvent(new Event("input"));
}
function margin(m) { set("slider", document.getElementById("slider").dataset.m.split(" ").indexOf(String(m))); }
window.onerror = function (m) { say("ERROR " + m); };
END
	printf '%s\n' "$1" 'document.title = "SAID:" + said.join("|") + ":END";' '</script>' >> "$dir/driver"
	sed '/<\/body>/d' "$dir/page.html" > "$dir/driven.html"
	cat "$dir/driver" >> "$dir/driven.html"
	browser ${scheme:+--blink-settings=preferredColorScheme=0} --enable-logging=stderr --dump-dom "file://$dir/driven.html" \
		> "$dir/dom" 2> "$dir/console"
	no grep -E 'CONSOLE|Uncaught|Refused' "$dir/console"
	sed -n 's/.*<title>SAID:\(.*\):END<.title>.*/\1/p' "$dir/dom"
}

@test "it opens without an error, and its script runs" {
	page
	[ "$(drive 'say(document.documentElement.className); say(rows().length);')" = 'js|4' ]
}

@test "columns sort both ways" {
	page
	[ "$(drive 'press(3); say(names()); press(3); say(names()); press(0); say(names());')" = \
		'fast,equal,noisy,slow|slow,noisy,equal,fast|equal,fast,noisy,slow' ]
}

@test "it filters by name and by verdict" {
	page
	[ "$(drive 'set("filter", "SLO"); say(names()); set("filter", "");
		document.querySelector("input[value=s]").click(); say(names());
		say(Array.from(document.querySelectorAll(".wl")).filter(function (s) { return !s.hidden; }).length);')" = \
		'slow|fast,equal,noisy|3' ]
}

@test "the verdicts, their counts and the bands follow the margin" {
	page
	[ "$(drive 'say(verdict("slow")); say(verdict("equal"));
		var w = document.querySelector("#verdicts .mb"), before = +w.getAttribute("width");
		margin(0.1); say(verdict("equal")); margin(10); say(verdict("slow")); say(verdict("fast"));
		say(+w.getAttribute("width") > before); say(document.querySelector(".ct[data-l=s] b").textContent);
		say(document.getElementById("margin").textContent);')" = \
		'▲ slower|= same|? unknown|= same|= same|true|0|10' ]
}

# series: the page of a series that is stored, with a path
series() {
	sqlite3 "$KTOLL_DB" < tests/data/series.sql
	"$ktoll" report 1 -o "$dir/page.html"
}

@test "a series has its patches, a step plot of each workload, and the path as a flame graph" {
	series
	[ "$(drive 'say(document.querySelectorAll("#series .pt tbody tr").length);
		say(document.querySelectorAll("#series .sp svg").length);
		say(document.querySelectorAll("#series .us").length);
		say(document.querySelectorAll("#series .uf").length);
		say(document.querySelector("#series .pt tbody tr:nth-child(2)").cells[2].textContent);
		say(document.querySelectorAll(".fl-g svg rect").length > 10);
		say(document.querySelector(".fl-g title").textContent.indexOf("instructions") > 0);')" = \
		'3|3|3|3|▼ -5 int80.null▲ +24 signal.catch▼ -6 syscall.null|true|true' ]
}

# counted: the page of two arms that were counted
counted() {
	for arm in before after; do
		"$ktoll" run -q --processes 5 -e context-switches,page-faults,task-clock --as $arm \
			syscall.null fault.anon-write > "$dir/o"
	done
	"$ktoll" report before after -o "$dir/page.html"
}

@test "what was counted is a table of its own, which the slider leaves alone" {
	counted
	[ "$(drive 'var t = document.querySelector("#counted table");
		say(t.querySelectorAll("tbody tr").length);
		say(t.querySelectorAll("th[scope=rowgroup]").length);
		say(t.caption.textContent.indexOf("±1\u00a0%") > 0);
		var row = t.tBodies[0].rows[1];
		say(Array.from(row.cells).map(function (c) { return c.textContent.replace("\u00a0", " "); }).join(" "));
		var before = t.innerHTML;
		margin(25);
		say(t.innerHTML === before);
		say(t.parentNode.scrollWidth <= t.parentNode.clientWidth);
		say(rows().length);')" = \
		'6|2|true|page-faults fault 1.000 1.000 +0.00 % every time = same 5|true|true|2' ]
}

@test "the name filters what was counted, and its remarks, as it does the times" {
	counted
	[ "$(drive 'function seen(q) { return Array.from(document.querySelectorAll("#counted " + q)).filter(function (e) {
			return e.getClientRects().length > 0; }); }
		function shown() { return names() + " " + seen("tbody th[scope=rowgroup]").map(function (e) { return e.textContent; }).join(",") +
			" " + seen("tbody tr").length; }
		function strange() { return seen("li").filter(function (e) { return e.textContent.indexOf("fault.anon-write") < 0; }).length; }
		say(shown()); say(seen("li").length > 0);
		set("filter", "ANON"); say(shown()); say(strange());
		set("filter", "nothing"); say(shown()); say(seen("h2").length);
		set("filter", ""); say(shown());')" = \
		'fault.anon-write,syscall.null fault.anon-write,syscall.null 6|true|fault.anon-write fault.anon-write 3|0|  0|0|fault.anon-write,syscall.null fault.anon-write,syscall.null 6' ]
}

@test "nothing is wider than a phone, a tablet or a desktop" {
	# in a frame, since the window of a headless browser is never narrower than 500
	for make in page series counted; do
		rm -f "$KTOLL_DB"
		$make
		for width in 390 768 1200; do
			cat > "$dir/frame.html" << EOF
<!DOCTYPE html><title>none</title><iframe id=f src="page.html" style="width:${width}px;height:800px;border:0"></iframe>
<script>
onload = function () {
	var d = document.getElementById("f").contentDocument, e = d.documentElement;
	document.title = "SAID:" + e.clientWidth + " " + (e.scrollWidth <= e.clientWidth) + ":END";
};
</script>
EOF
			browser --allow-file-access-from-files --dump-dom "file://$dir/frame.html" > "$dir/dom" 2> "$dir/console"
			grep "<title>SAID:$width true:END" "$dir/dom"
		done
	done
}

@test "colours have enough contrast, light and dark, and no verdict is told by colour alone" {
	page
	contrast='
		function lum(c) {
			var v = c.match(/[0-9.]+/g).slice(0, 3).map(function (x) {
				x /= 255;
				return x <= 0.03928 ? x / 12.92 : Math.pow((x + 0.055) / 1.055, 2.4);
			});
			return 0.2126 * v[0] + 0.7152 * v[1] + 0.0722 * v[2];
		}
		var low = [];
		var back = lum(getComputedStyle(document.body).backgroundColor);
		document.querySelectorAll(".v, p, th, td, caption, figcaption, a, li, summary").forEach(function (e) {
			var l = lum(getComputedStyle(e).color);
			var r = (Math.max(l, back) + 0.05) / (Math.min(l, back) + 0.05);
			if (r < 4.5)
				low.push(e.className + r.toFixed(1));
		});
		say(low.join(" "));
		say(Array.from(document.querySelectorAll(".v")).every(function (e) { return /^[▲▼=?] [a-z]+$/.test(e.textContent); }));'
	[ "$(drive "$contrast")" = '|true' ]
	scheme=dark
	[ "$(drive "$contrast say(matchMedia('(prefers-color-scheme: dark)').matches);")" = '|true|true' ]
}

@test "a page of sixty workloads has at most a megabyte" {
	"$ktoll" list --format csv 'ctx.*' 'signal.*' 'syscall.*' 'fault.*' 'pipe.*' 'fd.*' 'i386.ctx.*' > "$dir/l"
	"$ktoll" ab --a one --b two --time 40 -q -e context-switches,page-faults,task-clock 'ctx.*' 'signal.*' 'syscall.*' 'fault.*' 'pipe.*' 'fd.*' 'i386.ctx.*' > "$dir/o" || true
	"$ktoll" report 1 -o "$dir/page.html"
	n=$(grep -c '<tr data-v=' "$dir/page.html")
	echo "$n workloads, $(wc -c < "$dir/page.html") bytes"
	[ "$n" -ge 40 ]
	# nearly all of them have three events
	[ "$(sed -n '/id="counted"/,/<.section>/p' "$dir/page.html" | grep -c '^<tr>')" -ge $((2 * n)) ]
	[ $(($(wc -c < "$dir/page.html") / n)) -lt $((1000000 / 60)) ]
}

@test "without JavaScript the table, the plots and no control are there" {
	page
	sed 's/<script>/<script type="text\/none">/' "$dir/page.html" > "$dir/static.html"
	browser --dump-dom "file://$dir/static.html" > "$dir/dom" 2> "$dir/console"
	[ "$(grep -c '<tr data-v=' "$dir/dom")" = 4 ]
	no grep -q '<html lang="en" class="js"' "$dir/dom"
	grep -q '▲ slower' "$dir/dom"
	counted
	sed 's/<script>/<script type="text\/none">/' "$dir/page.html" > "$dir/static.html"
	browser --dump-dom "file://$dir/static.html" > "$dir/dom" 2> "$dir/console"
	[ "$(sed -n '/id="counted"/,/<.section>/p' "$dir/dom" | grep -c '= same')" -ge 1 ]
}

@test "it can be looked at: screenshots in build/screenshots" {
	"$ktoll" ab --a plain --b filter --with-a seccomp:0 --with-b seccomp:400 --time 4 \
		syscall.null > "$dir/out" || true
	"$ktoll" report 1 -o "$dir/page.html"
	mkdir -p build/screenshots
	browser --window-size=1200,1600 --screenshot="$PWD/build/screenshots/light.png" \
		"file://$dir/page.html" 2> "$dir/console"
	browser --window-size=1200,1600 --blink-settings=preferredColorScheme=0 \
		--screenshot="$PWD/build/screenshots/dark.png" "file://$dir/page.html" 2> "$dir/console"
	browser --window-size=500,1600 --screenshot="$PWD/build/screenshots/phone.png" \
		"file://$dir/page.html" 2> "$dir/console"
	browser --print-to-pdf="$PWD/build/screenshots/print.pdf" "file://$dir/page.html" 2> "$dir/console"
	rm -f "$KTOLL_DB"
	series
	browser --window-size=1200,2400 --screenshot="$PWD/build/screenshots/series.png" \
		"file://$dir/page.html" 2> "$dir/console"
	for f in light.png dark.png phone.png print.pdf series.png; do
		[ "$(wc -c < "build/screenshots/$f")" -gt 10000 ]
	done
}
