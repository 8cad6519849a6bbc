-- A series and a path that ktoll itself has stored: three arms, counted, on two of Debian's kernels;
-- few facts are left of it. Made by: sqlite3 ktoll.db .dump
PRAGMA foreign_keys=OFF;
BEGIN TRANSACTION;
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
INSERT INTO experiment VALUES(1,'series','["series", "--exact", "--boots", "1", "--kernel", "v6.1=cloud-6.1.deb", "--kernel", "v6.12=cloud-6.12.deb", "--kernel", "again-6.1=cloud-6.1.deb", "-q", "syscall.null", "int80.null", "signal.catch"]','0.1',870081627,'done',NULL,'307ffcf4-7217-4d1e-be1e-c035288f5f8a 23966 82666',1796059436127089341,1796059529763740904);
INSERT INTO experiment VALUES(2,'path','["path", "--kernel", "cloud-6.12.deb", "syscall.null"]','0.1',0,'done',NULL,'307ffcf4-7217-4d1e-be1e-c035288f5f8a 7236 258710',1796061189531656192,1796061234967417563);
CREATE TABLE arm (
	id   INTEGER PRIMARY KEY,
	name TEXT NOT NULL UNIQUE
) STRICT;
INSERT INTO arm VALUES(1,'v6.1');
INSERT INTO arm VALUES(2,'v6.12');
INSERT INTO arm VALUES(3,'6.12.117+deb12-cloud-amd64');
CREATE TABLE boot (
	id            INTEGER PRIMARY KEY,
	experiment_id INTEGER NOT NULL REFERENCES experiment ON DELETE CASCADE,
	arm_id        INTEGER NOT NULL REFERENCES arm,
	kind          TEXT NOT NULL CHECK (kind IN ('host', 'vm', 'import')),
	began_ns      INTEGER NOT NULL,
	ended_ns      INTEGER
, metric TEXT NOT NULL DEFAULT 'time'
	CHECK (metric IN ('time', 'instructions'))) STRICT;
INSERT INTO boot VALUES(1,1,1,'vm',1796059458338319884,1796059488531590702,'instructions');
INSERT INTO boot VALUES(2,1,2,'vm',1796059489475348180,1796059529744837191,'instructions');
INSERT INTO boot VALUES(3,2,3,'vm',1796061190096805452,1796061234941861107,'instructions');
CREATE TABLE fact (
	boot_id INTEGER NOT NULL REFERENCES boot ON DELETE CASCADE,
	key     TEXT NOT NULL,
	value   TEXT,
	reason  TEXT,
	PRIMARY KEY (boot_id, key)
) STRICT, WITHOUT ROWID;
INSERT INTO fact VALUES(1,'cpu.model','Intel Core Processor (Haswell, no TSX)',NULL);
INSERT INTO fact VALUES(1,'kernel.build_id','01d2640d3a13145ee314eb05b155f141b7b7058b',NULL);
INSERT INTO fact VALUES(1,'kernel.release','6.1.0-57-cloud-amd64',NULL);
INSERT INTO fact VALUES(1,'vm.accel','tcg, instructions counted',NULL);
INSERT INTO fact VALUES(1,'vm.cpu_model','Haswell-noTSX,-rdrand,-rdseed',NULL);
INSERT INTO fact VALUES(2,'cpu.model','Intel Core Processor (Haswell, no TSX)',NULL);
INSERT INTO fact VALUES(2,'kernel.build_id','7f76f39faf07f34cfa9fadd801e131bfa8cb6dc3',NULL);
INSERT INTO fact VALUES(2,'kernel.release','6.12.117+deb12-cloud-amd64',NULL);
INSERT INTO fact VALUES(2,'vm.accel','tcg, instructions counted',NULL);
INSERT INTO fact VALUES(2,'vm.cpu_model','Haswell-noTSX,-rdrand,-rdseed',NULL);
INSERT INTO fact VALUES(3,'cpu.model','Intel Core Processor (Haswell, no TSX)',NULL);
INSERT INTO fact VALUES(3,'kernel.build_id','7f76f39faf07f34cfa9fadd801e131bfa8cb6dc3',NULL);
INSERT INTO fact VALUES(3,'kernel.release','6.12.117+deb12-cloud-amd64',NULL);
INSERT INTO fact VALUES(3,'vm.accel','tcg, instructions counted',NULL);
INSERT INTO fact VALUES(3,'vm.cpu_model','Haswell-noTSX,-rdrand,-rdseed',NULL);
CREATE TABLE workload (
	id   INTEGER PRIMARY KEY,
	name TEXT NOT NULL,
	abi  TEXT NOT NULL,
	rev  INTEGER NOT NULL,
	unit TEXT NOT NULL,                  -- what is counted in one op body: op, switch ...
	per  INTEGER NOT NULL CHECK (per > 0), -- how many of them
	UNIQUE (name, abi, rev)
) STRICT;
INSERT INTO workload VALUES(1,'int80.null','x86_64',1,'op',1);
INSERT INTO workload VALUES(2,'signal.catch','x86_64',1,'signal',1);
INSERT INTO workload VALUES(3,'syscall.null','x86_64',1,'op',1);
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
, exact REAL, agree REAL) STRICT;
INSERT INTO process VALUES(1,1,1,0,'batch','','done',NULL,1796059488047045201,'046b5ed64dabce9bdc144a2b28cec720edbe8831','tsc',10,1.0,NULL,10,2,0,0,389.80000000000001136,389.80000000000001136,389.80000000000001136,389.80000000000001136,389.80000000000001136,389.80000000000001136,NULL,NULL,389.80000000000001136,389.80000000000001136,0.0,0,0,0,0,80000,0,81408,0,0,'{"signals-reset": "set", "affinity": "set"}','[3898,3898,3898,3898,3898,3898,3898,3898,3898,3898]','{"0":"w","1":"w"}',389.80000000000001136,1.0);
INSERT INTO process VALUES(2,1,2,1,'batch','','done',NULL,1796059488223560976,'046b5ed64dabce9bdc144a2b28cec720edbe8831','tsc',10,1.0,NULL,10,2,0,0,4434.0,4434.0,4434.0,4434.0,4434.0,4434.0,NULL,NULL,4434.0,4434.0,0.0,0,0,0,0,478000,0,480288,0,0,'{"signals-reset": "set", "affinity": "set"}','[44340,44340,44340,44340,44340,44340,44340,44340,44340,44340]','{"0":"w","1":"w"}',4434.0,1.0);
INSERT INTO process VALUES(3,1,3,2,'batch','','done',NULL,1796059488367048649,'046b5ed64dabce9bdc144a2b28cec720edbe8831','tsc',10,1.0,NULL,10,2,0,0,346.80000000000001136,346.80000000000001136,346.80000000000001136,346.80000000000001136,346.80000000000001136,346.80000000000001136,NULL,NULL,346.80000000000001136,346.80000000000001136,0.0,0,0,0,0,69000,0,71565,0,0,'{"signals-reset": "set", "affinity": "set"}','[3468,3468,3468,3468,3468,3468,3468,3468,3468,3468]','{"0":"w","1":"w"}',346.80000000000001136,1.0);
INSERT INTO process VALUES(4,2,1,0,'batch','','done',NULL,1796059529271489134,'046b5ed64dabce9bdc144a2b28cec720edbe8831','tsc',10,1.0,NULL,10,2,0,0,384.80000000000001137,384.80000000000001137,384.80000000000001137,384.80000000000001137,384.80000000000001137,384.80000000000001137,NULL,NULL,384.80000000000001137,384.80000000000001137,0.0,0,0,0,0,74000,0,76112,0,0,'{"signals-reset": "set", "affinity": "set"}','[3848,3848,3848,3848,3848,3848,3848,3848,3848,3848]','{"0":"w","1":"w"}',384.80000000000001137,1.0);
INSERT INTO process VALUES(5,2,2,1,'batch','','done',NULL,1796059529527458098,'046b5ed64dabce9bdc144a2b28cec720edbe8831','tsc',10,1.0,NULL,10,2,0,0,4458.0,4458.0,4458.0,4458.0,4458.0,4458.0,NULL,NULL,4458.0,4458.0,0.0,0,0,0,0,481000,0,483435,0,0,'{"signals-reset": "set", "affinity": "set"}','[44580,44580,44580,44580,44580,44580,44580,44580,44580,44580]','{"0":"w","1":"w"}',4458.0,1.0);
INSERT INTO process VALUES(6,2,3,2,'batch','','done',NULL,1796059529605028733,'046b5ed64dabce9bdc144a2b28cec720edbe8831','tsc',10,1.0,NULL,10,2,0,0,340.80000000000001136,340.80000000000001136,340.80000000000001136,340.80000000000001136,340.80000000000001136,340.80000000000001136,NULL,NULL,340.80000000000001136,340.80000000000001136,0.0,0,0,0,0,69000,0,71713,0,0,'{"signals-reset": "set", "affinity": "set"}','[3408,3408,3408,3408,3408,3408,3408,3408,3408,3408]','{"0":"w","1":"w"}',340.80000000000001136,1.0);
INSERT INTO process VALUES(7,3,3,0,'batch','','done',NULL,1796061234582321093,'046b5ed64dabce9bdc144a2b28cec720edbe8831','tsc',10,1.0,NULL,10,2,0,0,340.80000000000001136,340.80000000000001136,340.80000000000001136,340.80000000000001136,340.80000000000001136,340.80000000000001136,NULL,NULL,340.80000000000001136,340.80000000000001136,0.0,0,0,0,0,70000,0,71713,0,0,'{"signals-reset": "set", "affinity": "set"}','[3408,3408,3408,3408,3408,3408,3408,3408,3408,3408]','{"0":"w","1":"w"}',340.80000000000001136,1.0);
CREATE TABLE pair (
	id          INTEGER PRIMARY KEY,
	workload_id INTEGER NOT NULL REFERENCES workload,
	number      INTEGER NOT NULL,        -- within experiment and workload
	process_a   INTEGER NOT NULL REFERENCES process ON DELETE CASCADE,
	process_b   INTEGER NOT NULL REFERENCES process ON DELETE CASCADE,
	design      TEXT NOT NULL CHECK (design IN ('duet', 'neighbours')),
	d           REAL
) STRICT;
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
CREATE TABLE calibration (
	id            INTEGER PRIMARY KEY,
	experiment_id INTEGER NOT NULL REFERENCES experiment ON DELETE CASCADE,
	machine       TEXT NOT NULL,         -- which machine and kernel: only there does it hold
	made_ns       INTEGER NOT NULL,
	result        TEXT NOT NULL
) STRICT;
CREATE TABLE series (
	experiment_id INTEGER PRIMARY KEY REFERENCES experiment ON DELETE CASCADE,
	machine       TEXT NOT NULL,         -- fact id.machine of where it runs; '' if unknown
	plan          TEXT NOT NULL,         -- JSON object: the options, as cmd/ wrote them
	ops           TEXT                   -- JSON object of timed ones: ops a batch, by workload
) STRICT;
INSERT INTO series VALUES(1,'fnv:6f16bc6129f1d722','{"confidence": 0.94999999999999996, "cpu": -1, "exact": true, "jobs": 0, "margin": 0.01, "mem_mb": 0, "retries": 1, "rounds": 1, "seed": 870081627, "silence_s": 0, "unpinned": false, "wall_s": 0, "workloads": ["int80.null", "signal.catch", "syscall.null"]}',NULL);
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
INSERT INTO series_arm VALUES(1,0,'v6.1','cloud-6.1.deb',0,NULL,NULL,'','ready','cloud-6.1.deb','1a7ac0c40b10b98353b6f85fa9a0d4f2703287979567e19629d35ad2d777d124','14f87f0878e7b42f02421d9cc0c2bf49724aaeede269ce24f002244c8021b9bd',0,NULL,NULL);
INSERT INTO series_arm VALUES(1,1,'v6.12','cloud-6.12.deb',0,NULL,NULL,'','ready','cloud-6.12.deb','b9ea6660d2abac0b2d65aaf11d07cb9d9012b4beb1287d6eb539fccecd1aebd2','d62308be6cf033f04a1800edbc0a430b3b3a7ea543c3f7faeacef106de59679c',0,NULL,NULL);
INSERT INTO series_arm VALUES(1,2,'again-6.1','cloud-6.1.deb',0,NULL,NULL,'','same','cloud-6.1.deb','1a7ac0c40b10b98353b6f85fa9a0d4f2703287979567e19629d35ad2d777d124','14f87f0878e7b42f02421d9cc0c2bf49724aaeede269ce24f002244c8021b9bd',0,NULL,NULL);
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
INSERT INTO series_boot VALUES(1,0,0,0,'done',1,1);
INSERT INTO series_boot VALUES(1,1,0,1,'done',1,2);
CREATE TABLE profile (
	process_id INTEGER PRIMARY KEY REFERENCES process ON DELETE CASCADE,
	build_id   TEXT NOT NULL,            -- of the kernel; '' if it has none
	profile    TEXT NOT NULL             -- JSON, as path/kept.h has it
) STRICT;
INSERT INTO profile VALUES(7,'7f76f39faf07f34cfa9fadd801e131bfa8cb6dc3','{"v":1,"units":10,"note":"","functions":[["batch","207f6e"],["syscall_null_batch","215300"],["entry_SYSCALL_64","ffffffff81e00080"],["entry_SYSCALL_64_safe_stack","ffffffff81e000ab"],["entry_SYSCALL_64_after_hwframe","ffffffff81e000b9"],["do_syscall_64","ffffffff81c8efa0"],["x64_sys_call","ffffffff81008a50"],["__x64_sys_getppid","ffffffff810e4ab0"],["__rcu_read_lock","ffffffff8117c9a0"],["its_return_thunk","ffffffff81ca3c60"],["__task_pid_nr_ns","ffffffff810f3020"],["__rcu_read_unlock","ffffffff811812c0"],["syscall_exit_to_user_mode","ffffffff81c94700"],["syscall_exit_to_user_mode_prepare","ffffffff81199f90"],["arch_exit_to_user_mode_prepare.constprop.0","ffffffff81199c60"],["fpregs_assert_state_consistent","ffffffff810516d0"],["syscall_return_via_sysret","ffffffff81e00137"],["entry_SYSRETQ_unsafe_stack","ffffffff81e001be"]],"nodes":[[0,0,0,0,12,0,4,1,2,1,{"LFENCE":2,"RDTSC":1}],[1,0,1,0,56,1,2,1,11,10,{}],[0,1,2,0,90,10,10,10,0,0,{"CR3 write":10,"SWAPGS":10}],[0,1,3,0,50,10,10,50,0,0,{}],[0,1,4,0,380,10,0,170,40,30,{}],[1,1,5,0,600,10,150,80,110,40,{}],[2,1,6,0,230,10,0,0,140,40,{}],[2,1,7,0,140,10,40,40,40,40,{}],[3,1,8,0,70,10,20,10,10,10,{}],[3,1,9,0,20,20,20,0,20,20,{}],[3,1,10,0,480,10,130,50,130,90,{}],[4,1,8,0,70,10,20,10,10,10,{}],[4,1,9,0,10,10,10,0,10,10,{}],[4,1,11,0,60,10,30,10,20,20,{}],[3,1,11,0,90,10,40,10,30,10,{}],[2,1,12,0,240,10,50,50,40,30,{}],[3,1,13,0,140,10,60,30,20,10,{}],[3,1,14,0,200,10,50,40,60,30,{"RDTSC":10}],[4,1,15,0,150,10,60,0,50,30,{}],[2,1,9,0,10,10,10,0,10,10,{}],[0,1,16,0,280,10,200,30,20,20,{"CR3 write":10}],[0,1,17,0,30,10,30,0,0,0,{"SYSRET":10,"VERW":10,"SWAPGS":10}]],"lines":[[3,2,3,3],[34,13,38,14],[0,0,0,0]]}');
CREATE INDEX boot_of_experiment ON boot (experiment_id);
CREATE INDEX boot_of_arm ON boot (arm_id);
CREATE INDEX process_of_boot ON process (boot_id, workload_id);
CREATE INDEX pair_of_process ON pair (process_a);
CREATE INDEX imported_of_boot ON imported (boot_id);
CREATE INDEX calibration_of_machine ON calibration (machine);
CREATE INDEX profile_of_build ON profile (build_id);
CREATE VIEW sample AS
SELECT process.id AS process_id, je.key AS number, je.value AS ticks,
       je.value * process.ns_per_tick / (process.ops * workload.per) AS cost_ns,
       coalesce(json_extract(process.flags, '$."' || je.key || '"'), '') AS flags
FROM process JOIN workload ON workload.id = process.workload_id,
     json_each(process.ticks) AS je;
COMMIT;
PRAGMA user_version=4;
PRAGMA application_id=1802792812;
