/** `quietzone check`: do the symbols in pictures conform to their standards? */

import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { applications, symbologies } from '../../symbologies/index.ts'
import { type CheckOptions, PictureError, type Report, unreadablePng, type Verdict } from '../check/index.ts'
import { reportOnFile } from '../picture-file.ts'
import { helpOption, readArguments } from './arguments.ts'
import { type CheckFormat, checkFormats, checkWriter } from './check-output.ts'
import { type Command, type Exit, exit, Failure, type Option } from './command.ts'
import { unreadable } from './files.ts'
import { helpPage } from './help.ts'
import { print } from './output.ts'
import { contentsOf, dpiIn, dpiRange, wordOf } from './pictures.ts'
import { pathOf, type Shell } from './shell.ts'

const options: Option[] = [
  {
    name: 'type',
    short: 't',
    value: 'TYPE',
    words: symbologies,
    about: `The symbology: ${symbologies.join(', ')}. Detected if omitted.`,
  },
  {
    name: 'text',
    value: 'TEXT',
    about:
      'The text that the symbol should carry; any other is a fault. Of a GS1 symbol, its message in any form: ' +
      '(01)09506000134352, ^0109506000134352 with ^ for FNC1, or a GS1 Digital Link URI.',
  },
  {
    name: 'application',
    value: 'NAME',
    words: applications,
    about:
      `What the symbol is for: ${applications.join(', ')}. If its size is outside of GS1's limits for this, that is a fault; so is a symbol for logistics without GS1 data. ` +
      'If omitted, EAN and UPC are compared with the limits of retail, which gives only notes.',
  },
  {
    name: 'dpi',
    value: 'NUMBER',
    about: `Pixels an inch, ${dpiRange.least} to ${dpiRange.most}, for X in mm; that of the PNG if omitted.`,
  },
  {
    name: 'format',
    value: 'NAME',
    words: checkFormats,
    about:
      'text (default); json: the report, or a line for each of several pictures; junit: XML for a CI; sarif: SARIF 2.1.0 for tools that show findings.',
  },
  { name: 'json', about: 'The same as --format json.' },
  { name: 'all', about: 'FILE is a folder and no picture; without it FILE may be either.' },
  helpOption,
]

/** Exit code by the worst verdict. */
const exits: Readonly<Record<Verdict, Exit>> = { conforming: exit.done, faults: exit.refused, unreadable: exit.usage }

export const check: Command = {
  help: () =>
    helpPage({
      title: 'quietzone check: do the symbols in these pictures conform to their standards?',
      examples: [
        'quietzone check symbol.png',
        'quietzone check symbol.png --type qr --text HELLO --json',
        'quietzone check symbol.png --application retail',
        "quietzone check labels/ 'more/*.png' --format junit > report.xml",
      ],
      paragraphs: [
        'A picture is a PNG or JPEG (WebP is read by the page /check only). A drawn one, whose edges are parallel to the symbol, is judged to the dot: any size, rotated by multiples of 90 degrees, also light on dark. ' +
          'In a scan or a photo the symbol may be turned by any angle, skewed, in perspective and blurred; it is judged without what only a drawing shows. ' +
          'Nothing is corrected silently: what error correction would hide is a fault, with its modules by row and column.',
        'Of a folder, every .png, .jpg and .jpeg in it is checked, not those in folders within; * and ? in the name of a file stand for any characters, and for one. Several pictures get a line each, and a summary.',
        'A GS1 symbol is one that begins with FNC1: its elements are listed with what they mean, and its message is judged. ' +
          'Brackets round AIs that are characters of a symbol, and element strings without FNC1, are named as the mistakes that they are.',
        'If the resolution is known, the report gives X and the height of the bars in mm.',
        'The exit code is 0 if every symbol conforms, 1 if there are faults, 2 if a picture has no readable symbol.',
      ],
      options,
      operands: 'files',
    }),
  async run(args, shell) {
    const { options: chosen, operands } = readArguments(args, { parameters: {}, options, operands: Infinity })
    if (operands.length === 0) throw new Failure(exit.usage, 'no picture given; name a file or a folder')
    const wanted = wantedOf(chosen)
    const format = formatIn(chosen)
    const found = (await Promise.all(operands.map((operand) => picturesAt(shell, operand)))).flat()
    const isSingle = operands.length === 1 && found[0] === operands[0]
    if (chosen.has('all') && isSingle) throw new Failure(exit.files, `${operands[0]} is not a folder`)
    const writer = checkWriter(format, isSingle)
    const counts: Record<Verdict, number> = { conforming: 0, faults: 0, unreadable: 0 }
    for (const path of found) {
      const report = await reportOn(pathOf(shell, path), wanted)
      counts[report.verdict]++
      const isInOneFolder = operands.length === 1 && !isSingle
      const file = (isInOneFolder ? path.slice(path.search(/[^/\\]*$/)) : path).replaceAll('\\', '/')
      await print(shell, writer.add({ file, report }))
    }
    await print(shell, writer.end(counts))
    return counts.unreadable > 0 ? exits.unreadable : counts.faults > 0 ? exits.faults : exits.conforming
  },
}

interface Wanted {
  readonly options: CheckOptions
  readonly dpi: number | undefined
}

function wantedOf(chosen: ReadonlyMap<string, string>): Wanted {
  const type = wordOf(chosen, 'type', symbologies)
  const application = wordOf(chosen, 'application', applications)
  const text = chosen.get('text')
  const known = { ...(type && { type }), ...(text !== undefined && { text }), ...(application && { application }) }
  return { options: { thisYear: new Date().getUTCFullYear(), ...known }, dpi: dpiIn(chosen.get('dpi')) }
}

function formatIn(chosen: ReadonlyMap<string, string>): CheckFormat {
  const format = wordOf(chosen, 'format', checkFormats)
  if (chosen.has('json') && format !== undefined && format !== 'json') {
    throw new Failure(exit.usage, `--json and --format ${format} are two formats; give one`)
  }
  return chosen.has('json') ? 'json' : (format ?? 'text')
}

const isPicture = (name: string): boolean => /\.(png|jpe?g)$/i.test(name)

/** The pictures that an operand names: a file, those in a folder, or those that a pattern fits; in order. @throws Failure */
async function picturesAt(shell: Shell, operand: string): Promise<string[]> {
  const found = await stat(pathOf(shell, operand)).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' && /[*?]/.test(operand)) return undefined
    throw unreadable(operand, error)
  })
  if (found !== undefined && !found.isDirectory()) return [operand]
  const pattern = found === undefined ? /[^/\\]*$/.exec(operand)![0] : ''
  const folder = operand.slice(0, operand.length - pattern.length)
  if (/[*?]/.test(folder))
    throw new Failure(exit.usage, `${operand}: * and ? stand in the name of a file, not of a folder`)
  const names = await readdir(pathOf(shell, folder || '.')).catch((error) => {
    throw unreadable(folder, error)
  })
  const isMeant = found === undefined ? fits(pattern) : isPicture
  const pictures = names.filter(isMeant).toSorted()
  if (pictures.length > 0) return pictures.map((name) => (found === undefined ? folder + name : join(folder, name)))
  throw new Failure(
    exit.files,
    found === undefined ? `${operand}: no file has such a name` : `${operand} contains no .png or .jpg file`,
  )
}

/** Whether a name fits a pattern with `*` and `?`; as in a shell, a full stop at its beginning is not meant. */
function fits(pattern: string): (name: string) => boolean {
  return (name) => fitsFrom(pattern, name) && (!name.startsWith('.') || pattern.startsWith('.'))
}

/** Each `*` takes as little as it can, and more only while what follows does not fit. */
function fitsFrom(pattern: string, name: string): boolean {
  let [at, from] = [0, 0]
  let [star, retry] = [-1, 0]
  while (from < name.length) {
    if (pattern[at] === '*') [star, retry] = [at++, from]
    else if (pattern[at] === '?' || pattern[at] === name[from]) [at, from] = [at + 1, from + 1]
    else if (star >= 0) [at, from] = [star + 1, ++retry]
    else return false
  }
  return /^\**$/.test(pattern.slice(at))
}

/** The report on a file; one that is no picture is reported as unreadable. @throws Failure if the file cannot be opened */
async function reportOn(path: string, { options, dpi }: Wanted): Promise<Report> {
  try {
    return await reportOnFile(await contentsOf(path), options, dpi)
  } catch (error) {
    if (error instanceof PictureError) return unreadablePng(error)
    throw error
  }
}
