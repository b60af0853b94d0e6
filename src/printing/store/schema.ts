/** The tables of the state folder, by versions. */

/** `application_id` of the file's header, by which a database of this program is known: "QZst" in ASCII. */
export const applicationId = 0x515a7374

/** An index of the first step that databases from before it lack. */
export const laterIndex = 'CREATE INDEX IF NOT EXISTS job_printer_state ON job (printer, state, id)'

/**
 * The steps, the first of which makes version 1. A step that was in a release is never changed: what comes later is a step of its own.
 *
 * Times are milliseconds since 1970. `changed` counts changes of all jobs, so that whoever knows one asks for what came after it.
 * `next` is the first label that is printed when the job goes on; `waits` is 1 for a job that its printer may be away from.
 * `bytes` is what a job is counted as, and `ages_from` when it ended in the store's own time; both are null in rows of versions before 4.
 * `version` is the version of which a row is, null before 5: what was added since is not in the checksum of an older row.
 * `source` is the way by which a job arrived, null where it was ordered by a request to print.
 */
export const migrations: readonly string[] = [
  `CREATE TABLE job (
     id INTEGER PRIMARY KEY AUTOINCREMENT,
     changed INTEGER NOT NULL,
     printer TEXT NOT NULL,
     state TEXT NOT NULL,
     labels INTEGER NOT NULL,
     sent INTEGER NOT NULL,
     confirmed INTEGER NOT NULL,
     next INTEGER NOT NULL,
     created INTEGER NOT NULL,
     ended INTEGER,
     by TEXT NOT NULL,
     client TEXT NOT NULL,
     key TEXT,
     reason TEXT,
     reprint_of INTEGER,
     waits INTEGER NOT NULL,
     style TEXT NOT NULL,
     checksum BLOB NOT NULL
   ) STRICT;
   CREATE UNIQUE INDEX job_changed ON job (changed);
   CREATE INDEX job_state ON job (state, id);
   CREATE INDEX job_printer ON job (printer, id);
   CREATE INDEX job_printer_state ON job (printer, state, id);
   CREATE INDEX job_ended ON job (ended) WHERE ended IS NOT NULL;
   CREATE TABLE piece (
     job INTEGER NOT NULL REFERENCES job (id) ON DELETE CASCADE,
     number INTEGER NOT NULL,
     head TEXT NOT NULL,
     bytes BLOB NOT NULL,
     checksum BLOB NOT NULL,
     PRIMARY KEY (job, number)
   ) STRICT;
   CREATE TABLE answer (
     client TEXT NOT NULL,
     key TEXT NOT NULL,
     fingerprint TEXT NOT NULL,
     job INTEGER NOT NULL REFERENCES job (id) ON DELETE CASCADE,
     until INTEGER,
     answer TEXT,
     PRIMARY KEY (client, key)
   ) STRICT, WITHOUT ROWID;
   CREATE INDEX answer_job ON answer (job);
   CREATE INDEX answer_until ON answer (until) WHERE until IS NOT NULL;`,
  // counters, and the runs of numbers that they have given to the labels of jobs
  `CREATE TABLE counter (
     name TEXT PRIMARY KEY,
     start INTEGER NOT NULL,
     step INTEGER NOT NULL,
     width INTEGER NOT NULL,
     most INTEGER,
     extension INTEGER NOT NULL,
     prefix TEXT,
     next INTEGER NOT NULL,
     checksum BLOB NOT NULL
   ) STRICT, WITHOUT ROWID;
   CREATE TABLE number (
     id INTEGER PRIMARY KEY AUTOINCREMENT,
     counter TEXT NOT NULL,
     first INTEGER NOT NULL,
     step INTEGER NOT NULL,
     count INTEGER NOT NULL,
     job INTEGER,
     label INTEGER
   ) STRICT;
   CREATE INDEX number_counter ON number (counter, first);
   CREATE INDEX number_job ON number (job) WHERE job IS NOT NULL;`,
  // what labels say that are read back, and when each was read
  `CREATE TABLE scan (
     job INTEGER NOT NULL REFERENCES job (id) ON DELETE CASCADE,
     label INTEGER NOT NULL,
     text TEXT NOT NULL,
     keys TEXT NOT NULL,
     read INTEGER,
     PRIMARY KEY (job, label)
   ) STRICT, WITHOUT ROWID;
   CREATE INDEX scan_unread ON scan (job) WHERE read IS NULL;`,
  // the store's own time and epoch; how many bytes a job has; pieces in parts, and pieces that another job has
  `PRAGMA application_id = ${applicationId};
   CREATE TABLE store (
     id INTEGER PRIMARY KEY CHECK (id = 1),
     epoch TEXT NOT NULL,
     file TEXT NOT NULL,
     time INTEGER NOT NULL,
     seen INTEGER NOT NULL
   ) STRICT;
   INSERT INTO store SELECT 1, lower(hex(randomblob(8))), '', last, last
     FROM (SELECT max(coalesce(max(created), 0), coalesce(max(ended), 0)) AS last FROM job);
   ALTER TABLE job ADD COLUMN bytes INTEGER;
   ALTER TABLE job ADD COLUMN ages_from INTEGER;
   DROP INDEX job_ended;
   CREATE INDEX job_age ON job (coalesce(ages_from, ended)) WHERE ended IS NOT NULL;
   ALTER TABLE piece ADD COLUMN of_job INTEGER;
   ALTER TABLE piece ADD COLUMN of_number INTEGER;
   CREATE INDEX piece_of ON piece (of_job) WHERE of_job IS NOT NULL;
   CREATE TABLE piece_part (
     job INTEGER NOT NULL REFERENCES job (id) ON DELETE CASCADE,
     number INTEGER NOT NULL,
     part INTEGER NOT NULL,
     bytes BLOB NOT NULL,
     PRIMARY KEY (job, number, part)
   ) STRICT;`,
  // what came out; what a job is called; what its labels say, in parts of many labels
  `ALTER TABLE job ADD COLUMN printed INTEGER;
   ALTER TABLE job ADD COLUMN title TEXT;
   ALTER TABLE job ADD COLUMN first TEXT;
   ALTER TABLE job ADD COLUMN last TEXT;
   ALTER TABLE job ADD COLUMN purpose TEXT;
   ALTER TABLE job ADD COLUMN version INTEGER;
   CREATE TABLE label_text (
     job INTEGER NOT NULL REFERENCES job (id) ON DELETE CASCADE,
     label INTEGER NOT NULL,
     labels INTEGER NOT NULL,
     texts TEXT NOT NULL,
     checksum BLOB NOT NULL,
     PRIMARY KEY (job, label)
   ) STRICT, WITHOUT ROWID;`,
  // by which way it arrived
  'ALTER TABLE job ADD COLUMN source TEXT;',
]
