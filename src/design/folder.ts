/** The designs in a folder: read at a start, and again when files change. */

import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { because } from '../messages.ts'
import { listedMistakes, SettingsFileError } from '../settings-file.ts'
import type { Design } from './design.ts'
import type { Designs } from './designs.ts'
import { definitionIn, readDesign } from './files.ts'
import { DesignError, faultText } from './reader.ts'

/** Where designs are, and who is told what is wrong with them. */
export interface DesignFolder {
  readonly path: string
  /** Milliseconds of a clock that only goes forward. */
  readonly clock: () => number
  readonly log: (message: string) => void
}

/** Files of designs that are read. */
export const mostFiles = 200
/** Milliseconds between two looks at the folder. */
const between = 1000

interface FolderDesigns extends Required<Pick<Designs, 'list' | 'find' | 'definition' | 'look'>> {
  /** The name of the file that has a design; undefined if none has. */
  fileOf(name: string): string | undefined
}

/** A file as it was read. */
interface ReadFile {
  /** Its state then, and that of the pictures beside it. */
  readonly state: string
  /** That of its last state in which it was one; undefined if it never was. */
  readonly design: Design | undefined
}

/**
 * The designs in a folder, a JSON file each; names that begin with a full stop are left out. It is looked at when a design is asked for,
 * at most once a second. A file that is not a design any more keeps the design that it was, and the log says why.
 *
 * @throws Error if the folder cannot be read at first; the message is one line that goes on after its name
 */
export function designsIn({ path, clock, log }: DesignFolder): FolderDesigns {
  let files = new Map<string, ReadFile>()
  let designs = new Map<string, Design>()
  let looked = clock()
  look(names())
  return {
    list() {
      refresh()
      return [...designs.values()]
    },
    find(name) {
      refresh()
      return designs.get(name)
    },
    definition(name) {
      refresh()
      const [design, file] = [designs.get(name), fileOf(name)]
      return design === undefined || file === undefined ? undefined : definitionOf(file, design)
    },
    fileOf,
    look: () => refresh(true),
  }

  function fileOf(name: string): string | undefined {
    const design = designs.get(name)
    return design && [...files].find(([, read]) => read.design === design)?.[0]
  }

  function names(): readonly string[] {
    try {
      return readdirSync(path).toSorted()
    } catch (error) {
      throw new Error(`cannot be read: ${because(error)}`)
    }
  }

  function refresh(isAsked = false): void {
    if (clock() - looked < between && !isAsked) return
    looked = clock()
    try {
      look(names())
    } catch (error) {
      log(`designs: the folder ${(error as Error).message}; those that were read stay`)
    }
  }

  function look(found: readonly string[]): void {
    const pictures = found.filter((name) => /\.png$/i.test(name)).map(stateOf)
    const all = found.filter((name) => /^[^.].*\.json$/i.test(name))
    const read = new Map<string, ReadFile>()
    for (const name of all.slice(0, mostFiles)) {
      const before = files.get(name)
      const state = [stateOf(name), ...pictures].join('\n')
      read.set(name, before?.state === state ? before : { state, design: designOf(name, before?.design) })
    }
    const isNew = all.length > mostFiles && files.size < mostFiles
    if (isNew) log(`designs: ${all.length} files; the first ${mostFiles} are read`)
    const named = new Map<string, Design>()
    for (const [name, { design, state }] of read) {
      if (design === undefined) continue
      if (!named.has(design.name)) named.set(design.name, design)
      else if (files.get(name)?.state !== state)
        log(`designs: ${name}: another file has the name ${design.name} already`)
    }
    files = read
    designs = new Map([...named].toSorted(([a], [b]) => (a < b ? -1 : 1)))
  }

  /** What a file has, as long as it is the design that was read. */
  function definitionOf(file: string, { name }: Design): object | undefined {
    try {
      const definition = definitionIn(join(path, file))
      return definition !== undefined && 'name' in definition && definition.name === name ? definition : undefined
    } catch {
      // it has changed, and the next look says what is wrong with it
      return undefined
    }
  }

  /** What changes when a file does. */
  function stateOf(name: string): string {
    const stat = statSync(join(path, name), { throwIfNoEntry: false })
    return stat === undefined ? `${name} gone` : `${name} ${stat.ino} ${stat.size} ${stat.mtimeMs} ${stat.ctimeMs}`
  }

  function designOf(name: string, before: Design | undefined): Design | undefined {
    try {
      return readDesign(join(path, name))
    } catch (error) {
      log(
        `designs: ${name}: ${mistakesOf(error)}${before === undefined ? '' : '; the design that was read before stays'}`,
      )
      return before
    }
  }
}

function mistakesOf(error: unknown): string {
  if (error instanceof DesignError) return listedMistakes(error.faults.map(faultText))
  if (error instanceof SettingsFileError) return error.message
  throw error
}
