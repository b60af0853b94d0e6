/** The tables of the state folder, by versions: a database of an older version is brought to this one, step by step, when it is opened. */

import type { Sqlite } from './sqlite.ts'
import { StateError } from './state-error.ts'

/**
 * The steps, the first of which makes version 1. A step that was in a release is never changed: what comes later is a step of its own.
 *
 * Times are milliseconds since 1970. `changed` counts changes of all jobs, so that whoever knows one asks for what came after it.
 * `next` is the first label that is printed when the job goes on; `waits` is 1 for a job that its printer may be away from.
 */
const migrations: readonly string[] = [
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
]

/** Brings the database to the newest version. @throws StateError, of a version that is not known yet too */
export function migrate(database: Sqlite, steps: readonly string[] = migrations): void {
  const version = database.number('PRAGMA user_version')
  if (version > steps.length) {
    const why = `is of version ${version}, and this program knows versions up to ${steps.length}: a newer quietzone has written it`
    throw new StateError('damaged', why)
  }
  for (let next = version; next < steps.length; next++) {
    database.transaction(() => database.exec(`${steps[next]}; PRAGMA user_version = ${next + 1}`))
  }
}
