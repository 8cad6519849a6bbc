-- Where the instructions of a counted process went: one batch of it, followed by the plug-in.

CREATE TABLE profile (
	process_id INTEGER PRIMARY KEY REFERENCES process ON DELETE CASCADE,
	build_id   TEXT NOT NULL,            -- of the kernel; '' if it has none
	profile    TEXT NOT NULL             -- JSON, as path/kept.h has it
) STRICT;
CREATE INDEX profile_of_build ON profile (build_id);
