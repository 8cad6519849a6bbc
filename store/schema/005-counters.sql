-- Counters of perf_event_open(2), read around the batches of a process (docs/measuring.md).

-- status: counted; scaled: other events had the counter for a part of the time, value is
-- scaled up; unused: it had it for too little to be used; unsupported: reason says why.
CREATE TABLE counter (
	process_id INTEGER NOT NULL REFERENCES process ON DELETE CASCADE,
	event      TEXT NOT NULL,            -- as asked for: 'instructions:k'
	pmu        TEXT NOT NULL,            -- of a hybrid CPU: 'cpu_core'; else ''
	scope      TEXT NOT NULL CHECK (scope IN ('task', 'system')),
	unit       TEXT NOT NULL,            -- 'ns'; '' for a count
	grp        INTEGER NOT NULL,         -- counted at once with the others of this number
	status     TEXT NOT NULL CHECK (status IN ('counted', 'scaled', 'unused', 'unsupported')),
	reason     TEXT,
	running    REAL,                     -- share of the time that it had a counter
	value      REAL,                     -- per unit: mean of the samples that are not warm-up
	counts     TEXT,                     -- JSON array, one a sample, as read: not scaled
	PRIMARY KEY (process_id, event, pmu, scope)
) STRICT, WITHOUT ROWID;
