-- Boots whose instructions were counted. Their processes' summaries are instructions per unit
-- where others have nanoseconds, and beside them stand the mode and how many samples are it.

ALTER TABLE boot ADD COLUMN metric TEXT NOT NULL DEFAULT 'time'
	CHECK (metric IN ('time', 'instructions'));
ALTER TABLE process ADD COLUMN exact REAL;   -- instructions per unit: the mode of the samples
ALTER TABLE process ADD COLUMN agree REAL;   -- share of the samples that are the mode
