-- An experiment has boots, a boot belongs to an arm and has facts and processes.
-- Times are nanoseconds of CLOCK_REALTIME unless a column says otherwise.

CREATE TABLE experiment (
	id        INTEGER PRIMARY KEY,
	command   TEXT NOT NULL,             -- run, ab ...
	arguments TEXT NOT NULL,             -- JSON array: the command line
	version   TEXT NOT NULL,             -- of ktoll
	seed      INTEGER NOT NULL,
	state     TEXT NOT NULL CHECK (state IN ('running', 'done', 'interrupted', 'failed')),
	reason    TEXT,                      -- why it failed
	owner     TEXT NOT NULL,             -- the process that writes it: tells whether it lives
	began_ns  INTEGER NOT NULL,
	ended_ns  INTEGER
) STRICT;

CREATE TABLE arm (
	id   INTEGER PRIMARY KEY,
	name TEXT NOT NULL UNIQUE
) STRICT;

CREATE TABLE boot (
	id            INTEGER PRIMARY KEY,
	experiment_id INTEGER NOT NULL REFERENCES experiment ON DELETE CASCADE,
	arm_id        INTEGER NOT NULL REFERENCES arm,
	kind          TEXT NOT NULL CHECK (kind IN ('host', 'vm', 'import')),
	began_ns      INTEGER NOT NULL,
	ended_ns      INTEGER
) STRICT;
CREATE INDEX boot_of_experiment ON boot (experiment_id);
CREATE INDEX boot_of_arm ON boot (arm_id);

-- value NULL: not known; reason says why it could not be read.
CREATE TABLE fact (
	boot_id INTEGER NOT NULL REFERENCES boot ON DELETE CASCADE,
	key     TEXT NOT NULL,
	value   TEXT,
	reason  TEXT,
	PRIMARY KEY (boot_id, key)
) STRICT, WITHOUT ROWID;

CREATE TABLE workload (
	id   INTEGER PRIMARY KEY,
	name TEXT NOT NULL,
	abi  TEXT NOT NULL,
	rev  INTEGER NOT NULL,
	unit TEXT NOT NULL,                  -- what is counted in one op body: op, switch ...
	per  INTEGER NOT NULL CHECK (per > 0), -- how many of them
	UNIQUE (name, abi, rev)
) STRICT;

-- One execution of the probe. The summaries are of the samples that are not warm-up, in
-- nanoseconds per unit; NULL where there are none, or too few for that quantile.
CREATE TABLE process (
	id           INTEGER PRIMARY KEY,
	boot_id      INTEGER NOT NULL REFERENCES boot ON DELETE CASCADE,
	workload_id  INTEGER NOT NULL REFERENCES workload,
	number       INTEGER NOT NULL,       -- in the order of execution within the boot
	mode         TEXT NOT NULL CHECK (mode IN ('batch', 'each')),
	modifiers    TEXT NOT NULL,          -- 'seccomp:100 notsc', sorted; '' if none
	status       TEXT NOT NULL CHECK (status IN ('done', 'skip', 'fail', 'timeout', 'crash')),
	reason       TEXT,
	began_ns     INTEGER NOT NULL,
	probe        TEXT,                   -- build id
	clock        TEXT,                   -- tsc, clock-gettime
	ops          INTEGER,                -- op bodies a sample
	ns_per_tick  REAL,
	clock_drift  REAL,                   -- second calibration against the first, relative
	samples      INTEGER NOT NULL,
	warmup       INTEGER NOT NULL,
	preempted    INTEGER NOT NULL,       -- of the samples that are not warm-up
	migrated     INTEGER NOT NULL,
	min_ns REAL, p10_ns REAL, p25_ns REAL, median_ns REAL, mean_ns REAL, p75_ns REAL,
	p90_ns REAL, p99_ns REAL, max_ns REAL, trimmed_ns REAL, mad_ns REAL,
	nvcsw INTEGER, nivcsw INTEGER, minflt INTEGER, majflt INTEGER,
	user_ns INTEGER, system_ns INTEGER, wall_ns INTEGER,
	wire_lost    INTEGER NOT NULL,
	wire_corrupt INTEGER NOT NULL,
	conditions   TEXT NOT NULL,          -- JSON object: {"nice": "set", "memory-locked": "refused (EPERM)"}
	ticks        TEXT,                   -- JSON array, one number a sample
	flags        TEXT                    -- JSON object: {"0": "w", "17": "p"}
) STRICT;
CREATE INDEX process_of_boot ON process (boot_id, workload_id);

-- Every sample as a row, for `sqlite3` and whatever else reads the file.
CREATE VIEW sample AS
SELECT process.id AS process_id, je.key AS number, je.value AS ticks,
       je.value * process.ns_per_tick / (process.ops * workload.per) AS cost_ns,
       coalesce(json_extract(process.flags, '$."' || je.key || '"'), '') AS flags
FROM process JOIN workload ON workload.id = process.workload_id,
     json_each(process.ticks) AS je;

-- Two processes, one of either arm, that took turns on one CPU. d is ln b - ln a of their
-- slices; NULL if either of them gave no number.
CREATE TABLE pair (
	id          INTEGER PRIMARY KEY,
	workload_id INTEGER NOT NULL REFERENCES workload,
	number      INTEGER NOT NULL,        -- within experiment and workload
	process_a   INTEGER NOT NULL REFERENCES process ON DELETE CASCADE,
	process_b   INTEGER NOT NULL REFERENCES process ON DELETE CASCADE,
	design      TEXT NOT NULL CHECK (design IN ('duet', 'neighbours')),
	d           REAL
) STRICT;
CREATE INDEX pair_of_process ON pair (process_a);

-- One metric of another tool's output.
CREATE TABLE imported (
	id          INTEGER PRIMARY KEY,
	boot_id     INTEGER NOT NULL REFERENCES boot ON DELETE CASCADE,
	format      TEXT NOT NULL,
	file        TEXT NOT NULL,
	line        INTEGER NOT NULL,
	metric      TEXT NOT NULL,
	unit        TEXT NOT NULL,           -- '' where the tool prints none
	direction   TEXT NOT NULL CHECK (direction IN ('cost', 'rate', 'unknown')),
	samples     TEXT,                    -- JSON array; NULL if only a summary survived
	mean REAL, sd REAL, n INTEGER,       -- of the samples, or the summary; NULL if not known
	refused     TEXT,                    -- why there is no number
	notes       TEXT NOT NULL            -- JSON array
) STRICT;
CREATE INDEX imported_of_boot ON imported (boot_id);

-- What `ktoll calibrate` found out about a machine. result is the JSON that it prints.
CREATE TABLE calibration (
	id            INTEGER PRIMARY KEY,
	experiment_id INTEGER NOT NULL REFERENCES experiment ON DELETE CASCADE,
	machine       TEXT NOT NULL,         -- which machine and kernel: only there does it hold
	made_ns       INTEGER NOT NULL,
	result        TEXT NOT NULL
) STRICT;
CREATE INDEX calibration_of_machine ON calibration (machine);
