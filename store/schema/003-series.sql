-- What a series needs to go on after it was killed: its arms in their order, the boots that
-- are planned, and which of them are done.

CREATE TABLE series (
	experiment_id INTEGER PRIMARY KEY REFERENCES experiment ON DELETE CASCADE,
	machine       TEXT NOT NULL,         -- fact id.machine of where it runs; '' if unknown
	plan          TEXT NOT NULL,         -- JSON object: the options, as cmd/ wrote them
	ops           TEXT                   -- JSON object of timed ones: ops a batch, by workload
) STRICT;

-- state: planned; ready: it has an image; same: its code is that of an earlier arm (same_as),
-- whose boots count for both; broken: it does not build or does not boot, reason says why.
CREATE TABLE series_arm (
	experiment_id INTEGER NOT NULL REFERENCES series ON DELETE CASCADE,
	number        INTEGER NOT NULL,      -- 0 is the base
	name          TEXT NOT NULL,
	source        TEXT NOT NULL,         -- path of an image, or a commit
	is_commit     INTEGER NOT NULL,
	subject       TEXT,                  -- of the commit
	append        TEXT,
	modifiers     TEXT NOT NULL,         -- 'seccomp:100 notsc'; '' if none
	state         TEXT NOT NULL CHECK (state IN ('planned', 'ready', 'same', 'broken')),
	image         TEXT,                  -- path
	sha256        TEXT,
	code          TEXT,                  -- fingerprint without the version banner
	same_as       INTEGER,
	reason        TEXT,
	detail        TEXT,                  -- the last lines of the compiler or the console
	PRIMARY KEY (experiment_id, number),
	UNIQUE (experiment_id, name)
) STRICT, WITHOUT ROWID;

-- In the order in which they are run. boot_id is the last attempt.
CREATE TABLE series_boot (
	experiment_id INTEGER NOT NULL REFERENCES series ON DELETE CASCADE,
	number        INTEGER NOT NULL,
	round         INTEGER NOT NULL,
	arm           INTEGER NOT NULL,
	state         TEXT NOT NULL CHECK (state IN ('planned', 'done', 'failed')),
	attempts      INTEGER NOT NULL,
	boot_id       INTEGER REFERENCES boot ON DELETE SET NULL,
	PRIMARY KEY (experiment_id, number)
) STRICT, WITHOUT ROWID;
