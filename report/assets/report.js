/* Sorting, filtering and the margin; the page is complete without. */
(function () {
	"use strict";
	var table = document.getElementById("verdicts");
	if (!table)
		return;
	document.documentElement.classList.add("js");
	var body = table.tBodies[0], rows = Array.from(body.rows);
	var filter = document.getElementById("filter");
	var counted = document.getElementById("counted");
	var slider = document.getElementById("slider");
	var boxes = Array.from(document.querySelectorAll("input[name=v]"));
	var words = { s: "\u25b2 slower", f: "\u25bc faster", e: "= same", u: "? unknown" };
	var order = { s: 0, f: 1, u: 2, e: 3 };

	function letter(el) {
		var v = el.getAttribute("data-v");
		return v && slider ? v[slider.value] : "";
	}

	function badge(el) {
		var l = letter(el), b = el.querySelector(".v");
		if (!b || !words[l])
			return;
		b.className = "v v" + l;
		b.textContent = words[l];
	}

	function show() {
		var text = filter.value.toLowerCase(), wanted = "", n = { s: 0, f: 0, e: 0, u: 0 };
		boxes.forEach(function (b) { if (b.checked) wanted += b.value; });
		rows.forEach(function (row) {
			var l = letter(row);
			row.hidden = row.cells[0].textContent.toLowerCase().indexOf(text) < 0 ||
				     (l !== "" && wanted.indexOf(l) < 0);
			if (l)
				n[l]++;
		});
		document.querySelectorAll(".wl").forEach(function (s) {
			var t = s.querySelector("h3").firstChild.nodeValue.toLowerCase();
			var v = Array.from(s.querySelectorAll("[data-v]")).map(letter);
			s.hidden = t.indexOf(text) < 0 || (v.length > 0 &&
				   !v.some(function (l) { return wanted.indexOf(l) >= 0; }));
		});
		if (counted) {
			var some = false;
			counted.querySelectorAll("[data-w]").forEach(function (e) {
				e.hidden = e.getAttribute("data-w").toLowerCase().indexOf(text) < 0;
				some = some || !e.hidden;
			});
			counted.hidden = !some;
		}
		document.querySelectorAll(".ct").forEach(function (c) {
			c.firstChild.textContent = n[c.getAttribute("data-l")];
		});
	}

	/* A band stands at data-z px for no change, data-k px a per cent, within data-l. */
	function move(r, m) {
		var z = +r.getAttribute("data-z"), k = Math.abs(+r.getAttribute("data-k"));
		var l = r.getAttribute("data-l").split(" ");
		var a = Math.min(Math.max(z - k * m, +l[0]), +l[1]), b = Math.max(Math.min(z + k * m, +l[1]), +l[0]);
		var y = r.hasAttribute("data-y");
		r.setAttribute(y ? "y" : "x", a);
		r.setAttribute(y ? "height" : "width", Math.max(b - a, 0));
	}

	function margin() {
		var m = slider.getAttribute("data-m").split(" ")[slider.value];
		document.getElementById("margin").textContent = m;
		document.getElementById("shown").textContent = "\u00b1" + m + " %";
		slider.setAttribute("aria-valuetext", m + " per cent");
		document.querySelectorAll("[data-v]").forEach(badge);
		document.querySelectorAll(".mb").forEach(function (r) { move(r, +m); });
		show();
	}

	function key(row, i) {
		var c = row.cells[i], s = c.getAttribute("data-s");
		if (c.className === "vc")
			return order[letter(row)];
		return s === null ? c.textContent.toLowerCase() : +s;
	}

	function sort(th, i) {
		var down = th.getAttribute("aria-sort") === "ascending", d = down ? -1 : 1;
		Array.from(th.parentNode.cells).forEach(function (o) { o.removeAttribute("aria-sort"); });
		th.setAttribute("aria-sort", down ? "descending" : "ascending");
		rows.sort(function (p, q) {
			var x = key(p, i), y = key(q, i);
			return d * (x < y ? -1 : x > y ? 1 : 0);
		});
		rows.forEach(function (row) { body.appendChild(row); });
	}

	Array.from(table.tHead.rows[0].cells).forEach(function (th, i) {
		if (th.className === "x")
			return;
		var b = document.createElement("button");
		b.type = "button";
		b.textContent = th.textContent;
		th.textContent = "";
		th.appendChild(b);
		b.addEventListener("click", function () { sort(th, i); });
	});
	filter.addEventListener("input", show);
	boxes.forEach(function (b) { b.addEventListener("change", show); });
	document.getElementById("controls").addEventListener("submit", function (e) { e.preventDefault(); });
	if (slider) {
		slider.addEventListener("input", margin);
		margin();
	}
	show();
})();
