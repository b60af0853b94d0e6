/** Databases of earlier versions, as the code of their day made them. */

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Sqlite } from '../../../src/printing/store/sqlite.ts'
import { databaseName } from '../../../src/printing/store/state.ts'
import { root } from '../../../src/root.ts'

/** The versions of which there is one. */
export const landedVersions = [1, 2, 3, 4, 5, 6] as const
export type LandedVersion = (typeof landedVersions)[number]

/** Puts the database of a version into a state folder. @returns its file */
export function plantDatabase(folder: string, version: LandedVersion): string {
  const file = join(folder, databaseName)
  const database = new Sqlite(file)
  const sql = readFileSync(join(root, `test/printing/store/landed/v${version}.sql`), 'utf8')
  database.exec(`PRAGMA foreign_keys = off; ${sql}`)
  database.close()
  return file
}

/** Makes a database one of a later version than there is. */
export function plantNewer(file: string, version: number): void {
  const database = new Sqlite(file)
  database.exec(`PRAGMA user_version = ${version}`)
  database.close()
}
