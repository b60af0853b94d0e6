/** The files of a folder of designs as JSON values, to be written into another folder. */

import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { textOfSettingsFile } from '../settings-file.ts'
import { readDesign } from './files.ts'
import { mostFiles } from './folder.ts'

/** The file of a design, and the design in it as JSON. */
export interface DesignFile {
  readonly file: string
  readonly design: unknown
}

/** A picture beside designs, in base64. */
export interface PictureFile {
  readonly file: string
  readonly png: string
}

export interface DesignFiles {
  readonly designs: readonly DesignFile[]
  readonly pictures: readonly PictureFile[]
}

/** Files that cannot be designs and their pictures. */
export class DesignFilesError extends Error {}

/** @param names  of the files with designs @throws SettingsFileError; what the disk does */
export function designFilesIn(folder: string, names: readonly string[]): DesignFiles {
  const pictures = readdirSync(folder).filter((name) => forms.png.test(name))
  return {
    designs: names.map((file) => ({ file, design: jsonIn(textOfSettingsFile(join(folder, file))) })),
    pictures: pictures.toSorted().map((file) => ({ file, png: readFileSync(join(folder, file), 'base64') })),
  }
}

const jsonIn = (text: string): unknown => JSON.parse(text.replace(/^\ufeff/, ''))

/**
 * Writes the files into a folder, which is made, and reads each design there, as a service does. It yields between two designs.
 *
 * @throws DesignFilesError, DesignError, SettingsFileError; what the disk does
 */
export function* writeDesignFiles(folder: string, { designs, pictures }: DesignFiles): Generator<void, void> {
  if (designs.length > mostFiles)
    throw new DesignFilesError(`there are ${designs.length} designs; at most ${mostFiles} are read`)
  const files = new Set<string>()
  const named = (file: unknown, kind: keyof typeof forms): string => {
    if (typeof file !== 'string' || !forms[kind].test(file))
      throw new DesignFilesError(`${JSON.stringify(file ?? null)} is not the name of a ${kind} file`)
    if (files.has(file.toLowerCase())) throw new DesignFilesError(`${file} is there twice`)
    files.add(file.toLowerCase())
    return join(folder, file)
  }
  mkdirSync(folder, { mode: 0o700 })
  for (const { file, png } of pictures) {
    if (typeof png !== 'string') throw new DesignFilesError(`${file} has no picture in base64`)
    writeFileSync(named(file, 'png'), Buffer.from(png, 'base64'), { flush: true })
  }
  for (const { file, design } of designs)
    writeFileSync(named(file, 'json'), `${JSON.stringify(design, undefined, 2)}\n`, { flush: true })
  const names = new Map<string, string>()
  for (const { file } of designs) {
    yield
    const { name } = readDesign(join(folder, file))
    const other = names.get(name)
    if (other !== undefined) throw new DesignFilesError(`${other} and ${file} both have the design ${name}`)
    names.set(name, file)
  }
}

/** Names of files that are read: none is hidden, or leads elsewhere. */
const forms = {
  json: /^[\p{L}\p{N}_-][\p{L}\p{N} ._-]{0,99}\.json$/iu,
  png: /^[\p{L}\p{N}_-][\p{L}\p{N} ._-]{0,99}\.png$/iu,
} as const
