/** Designs that are saved and removed while the service runs, in a folder that begins with those that come with the program. */

import {
  closeSync,
  cpSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import type { Designs } from './designs.ts'
import { type DesignFolder, designsIn, mostFiles } from './folder.ts'

interface Saving extends DesignFolder {
  /** The folder of the designs that are there before one is saved. */
  readonly shipped: string
  /** Called before something is written. */
  readonly prepare: () => void
}

/**
 * The designs in the folder `path`, which is made with a copy of the shipped ones when the first change is made; until then these are the
 * designs.
 *
 * @throws Error if the folder cannot be read at first; the message is one line that goes on after its name
 */
export function savedDesigns({ path, shipped, prepare, ...about }: Saving): Designs {
  let designs = designsIn({ ...about, path: existsSync(path) ? path : shipped })
  return {
    list: () => designs.list(),
    find: (name) => designs.find(name),
    definition: (name) => designs.definition(name),
    look: () => designs.look(),
    save(name, definition) {
      if (designs.find(name) === undefined && designs.list().length >= mostFiles) return false
      begin()
      write(join(path, designs.fileOf(name) ?? freeName(name)), `${JSON.stringify(definition, undefined, 2)}\n`)
      designs.look()
      return true
    },
    remove(name) {
      begin()
      const file = designs.fileOf(name)
      if (file !== undefined) rmSync(join(path, file))
      designs.look()
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

/** Replaces a file, or makes it; what is there before stays until the new one is on the disk. */
function write(file: string, text: string): void {
  // hidden, so that it is not taken for a design
  const draft = join(dirname(file), '.new')
  writeFileSync(draft, text)
  const fd = openSync(draft, 'r+')
  try {
    fsyncSync(fd)
  } finally {
    closeSync(fd)
  }
  renameSync(draft, file)
}
