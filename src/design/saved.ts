/** Designs that are saved and removed while the service runs, in a folder that begins with those that come with the program. */

import { cpSync, existsSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { replaceFile } from '../settings-file.ts'
import type { Designs } from './designs.ts'
import { type DesignFiles, designFilesIn } from './files-copy.ts'
import { type DesignFolder, designsIn, mostFiles } from './folder.ts'

interface Saving extends DesignFolder {
  /** The folder of the designs that are there before one is saved. */
  readonly shipped: string
  /** Called before something is written. */
  readonly prepare: () => void
}

export interface SavedDesigns extends Designs {
  /** The files of all designs. @throws what the disk does */
  files(): DesignFiles
  /** Reads the folder as it is now: another has been put in its place. */
  replaced(): void
}

/**
 * The designs in the folder `path`, which is made with a copy of the shipped ones when the first change is made; until then these are the
 * designs.
 *
 * @throws Error if the folder cannot be read at first; the message is one line that goes on after its name
 */
export function savedDesigns({ path, shipped, prepare, ...about }: Saving): SavedDesigns {
  const folder = (): string => (existsSync(path) ? path : shipped)
  let designs = designsIn({ ...about, path: folder() })
  return {
    list: () => designs.list(),
    find: (name) => designs.find(name),
    definition: (name) => designs.definition(name),
    look: () => designs.look(),
    save(name, definition) {
      if (designs.find(name) === undefined && designs.list().length >= mostFiles) return false
      begin()
      replaceFile(join(path, designs.fileOf(name) ?? freeName(name)), `${JSON.stringify(definition, undefined, 2)}\n`)
      designs.look()
      return true
    },
    remove(name) {
      begin()
      const file = designs.fileOf(name)
      if (file !== undefined) rmSync(join(path, file))
      designs.look()
    },
    files() {
      const files = designs.list().map(({ name }) => designs.fileOf(name))
      return designFilesIn(
        folder(),
        files.filter((file) => file !== undefined),
      )
    },
    replaced() {
      designs = designsIn({ ...about, path })
    },
  }

  function begin(): void {
    prepare()
    if (existsSync(path)) return
    const draft = `${path}.new`
    rmSync(draft, { recursive: true, force: true })
    mkdirSync(dirname(path), { recursive: true })
    cpSync(shipped, draft, { recursive: true })
    renameSync(draft, path)
    designs = designsIn({ ...about, path })
  }

  /** The name of a file that is not there: one with another name in it, or with mistakes, is not replaced. */
  function freeName(name: string): string {
    for (let number = 1; ; number++) {
      const file = number === 1 ? `${name}.json` : `${name}-${number}.json`
      if (!existsSync(join(path, file))) return file
    }
  }
}
