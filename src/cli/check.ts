/** `quietzone check`: do the symbols in pictures conform to their standards? */

import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { applications, symbologies } from '../../symbologies/index.ts'
import {
  type CheckOptions,
  type FileError,
  listedRules,
  noPicture,
  PictureError,
  profileNames,
  type Report,
  reportSchema,
  unreadablePng,
  type Verdict,
} from '../reader/check/index.ts'
import { type FileOptions, reportOnFile } from '../reader/picture-file.ts'
import { type Checker, NotChecked } from '../server/api/check/checker.ts'
import { helpOption, readArguments } from './arguments.ts'
import {
  type CheckFormat,
  checkFormats,
  checkWriter,
  type FailOn,
  failures,
  failuresIn,
  rulesText,
} from './check-output.ts'
import { type Command, type Exit, exit, Failure, type Option } from './command.ts'
import { codeOf } from './files.ts'
import { helpPage } from './help.ts'
import { print, printLine } from './output.ts'
import { contentsOf, dpiIn, dpiRange, isPage, pageIn, patientChecker, UnreadableFile, wordOf } from './pictures.ts'
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
    name: 'profile',
    value: 'NAME',
    words: profileNames,
    about: `The published label whose rules the label is judged by as well: ${profileNames.join(', ')}. docs/profiles.md has the rules.`,
  },
  {
    name: 'dpi',
    value: 'NUMBER',
    about: `Pixels an inch, ${dpiRange.least} to ${dpiRange.most}, for X in mm; that of the PNG if omitted. A PDF or SVG is drawn with as many; if omitted, with those that suit it.`,
  },
  { name: 'page', value: 'NUMBER', about: 'Which page of a PDF, from 1; the first if omitted.' },
  {
    name: 'matrix',
    about:
      'FILE has modules instead of a picture: JSON { "matrix": ["0110…", …] }, or lines of 0 and 1; 1 is dark, one row is a linear symbol. ' +
      'What only a picture shows, such as quiet zones and X, is not judged.',
  },
  {
    name: 'format',
    value: 'NAME',
    words: checkFormats,
    about:
      'text (default); json: the report, or a line for each of several pictures; junit: XML for a CI; sarif: SARIF 2.1.0 for tools that show findings.',
  },
  { name: 'json', about: 'The same as --format json.' },
  {
    name: 'modules',
    about:
      'JSON has the modules of symbols too, as they were read, and those of the symbol that each was compared with.',
  },
  {
    name: 'fail-on',
    value: 'KIND',
    words: failures,
    about: 'fault (default): exit code 1 if there is a fault; note: if there is a note too.',
  },
  { name: 'strict', about: 'The same as --fail-on note: notes count.' },
  { name: 'rules', about: 'List every rule instead: code, kind, clause, edition, source. With --json as JSON.' },
  { name: 'schema', about: 'Print the JSON Schema of reports instead.' },
  { name: 'all', about: 'FILE is a folder and no picture; without it FILE may be either.' },
  helpOption,
]

export const check: Command = {
  help: () =>
    helpPage({
      title: 'quietzone check: do the symbols in these pictures conform to their standards?',
      examples: [
        'quietzone check symbol.png',
        'quietzone check symbol.png --type qr --text HELLO --json',
        'quietzone check symbol.png --application retail',
        'quietzone check labels.pdf --page 2',
        "quietzone check labels/ 'more/*.png' --strict --format junit > report.xml",
        'quietzone check --matrix modules.json --type datamatrix --text HELLO',
        'quietzone check --rules',
      ],
      paragraphs: [
        'A picture is a PNG or JPEG (WebP is read by the page /check only), a page of a PDF, or an SVG of shapes, lines and words. A drawn one, whose edges are parallel to the symbol, is judged to the dot: any size, rotated by multiples of 90 degrees, also light on dark. ' +
          'In a scan or a photo the symbol may be turned by any angle, skewed, in perspective and blurred; it is judged without what only a drawing shows. ' +
          'Nothing is corrected silently: what error correction would hide is a fault, with its modules by row and column.',
        'Of a folder, every .png, .jpg, .jpeg, .pdf and .svg in it is checked, not those in folders within (with --matrix, every .json and .txt); * and ? in the name of a file stand for any characters, and for one. Several pictures get a line each, and a summary.',
        'A GS1 symbol is one that begins with FNC1: its elements are listed with what they mean, and its message is judged. ' +
          'Brackets round AIs that are characters of a symbol, and element strings without FNC1, are named as the mistakes that they are.',
        'If the resolution is known, the report gives X and the height of the bars in mm.',
        'Every symbol in a picture is judged. With --text one of several symbols has to carry it.',
        'The exit code is 0 if every symbol conforms, 1 if there are faults (with --strict, notes too), 2 if a picture has no readable symbol, or a file is missing or not a picture, which is told in its place.',
      ],
      options,
      operands: 'files',
    }),
  async run(args, shell) {
    const { options: chosen, operands } = readArguments(args, { parameters: {}, options, operands: Infinity })
    const format = formatIn(chosen)
    if (chosen.has('modules') && format !== 'json')
      throw new Failure(exit.usage, '--modules is for --json; give it too')
    if (chosen.has('schema')) {
      await printLine(shell, JSON.stringify(reportSchema))
      return exit.done
    }
    if (chosen.has('rules')) {
      await print(shell, rulesText(listedRules(), format))
      return exit.done
    }
    if (operands.length === 0) throw new Failure(exit.usage, 'no picture given; name a file or a folder')
    const wanted = wantedOf(chosen)
    const failOn = failOnIn(chosen)
    const isListed = chosen.has('matrix') ? isModules : isPicture
    const found = (await Promise.all(operands.map((operand) => filesAt(shell, operand, isListed)))).flat()
    const isSingle = operands.length === 1 && found[0]?.path === operands[0]
    if (chosen.has('all') && isSingle) throw new Failure(exit.files, `${operands[0]} is not a folder`)
    const writer = checkWriter(format, isSingle, failOn)
    const checker = patientChecker()
    const counts: Record<Verdict, number> = { conforming: 0, faults: 0, unreadable: 0 }
    let code: Exit = exit.done
    for (const { path, missing } of found) {
      const report = missing === undefined ? await reportOn(pathOf(shell, path), wanted, checker) : noPicture(missing)
      counts[report.verdict]++
      if (report.verdict === 'unreadable') code = exit.usage
      else if (code === exit.done && failuresIn(report, failOn).length > 0) code = exit.refused
      const isInOneFolder = operands.length === 1 && !isSingle
      const file = (isInOneFolder ? path.slice(path.search(/[^/\\]*$/)) : path).replaceAll('\\', '/')
      await print(shell, writer.add({ file, report }))
    }
    await print(shell, writer.end(counts))
    return code
  },
}

interface Wanted {
  readonly options: CheckOptions
  readonly reading: FileOptions
}

function wantedOf(chosen: ReadonlyMap<string, string>): Wanted {
  const type = wordOf(chosen, 'type', symbologies)
  const application = wordOf(chosen, 'application', applications)
  const profile = wordOf(chosen, 'profile', profileNames)
  const text = chosen.get('text')
  const known = {
    hasModules: chosen.has('modules'),
    ...(type && { type }),
    ...(text !== undefined && { text }),
    ...(application && { application }),
    ...(profile && { profile }),
  }
  const isMatrix = chosen.has('matrix')
  for (const name of ['dpi', 'page']) {
    if (isMatrix && chosen.has(name)) throw new Failure(exit.usage, `--${name} is for pictures, not for --matrix`)
  }
  const reading = { dpi: dpiIn(chosen.get('dpi')), page: pageIn(chosen.get('page')), isMatrix }
  return { options: { thisYear: new Date().getUTCFullYear(), ...known }, reading }
}

function formatIn(chosen: ReadonlyMap<string, string>): CheckFormat {
  const format = wordOf(chosen, 'format', checkFormats)
  if (chosen.has('json') && format !== undefined && format !== 'json') {
    throw new Failure(exit.usage, `--json and --format ${format} are two formats; give one`)
  }
  return chosen.has('json') ? 'json' : (format ?? 'text')
}

function failOnIn(chosen: ReadonlyMap<string, string>): FailOn {
  const failOn = wordOf(chosen, 'fail-on', failures)
  if (chosen.has('strict') && failOn === 'fault') {
    throw new Failure(exit.usage, '--strict counts notes, --fail-on fault does not; give one')
  }
  return chosen.has('strict') ? 'note' : (failOn ?? 'fault')
}

/** A file to check, or an operand that names none. */
interface NamedFile {
  readonly path: string
  readonly missing?: FileError
}

const isPicture = (name: string): boolean => /\.(png|jpe?g|pdf|svg)$/i.test(name)
const isModules = (name: string): boolean => /\.(json|txt)$/i.test(name)

/** The files that an operand names: one, those in a folder, or those that a pattern fits, in order; or why there are none. */
async function filesAt(shell: Shell, operand: string, isListed: (name: string) => boolean): Promise<NamedFile[]> {
  const none = (code: string, message: string): NamedFile[] => [{ path: operand, missing: { code, message } }]
  const found = await stat(pathOf(shell, operand)).catch(codeOf)
  if (typeof found === 'string' && !(found === 'ENOENT' && /[*?]/.test(operand))) return [{ path: operand }]
  if (typeof found !== 'string' && !found.isDirectory()) return [{ path: operand }]
  const pattern = typeof found === 'string' ? /[^/\\]*$/.exec(operand)![0] : undefined
  const folder = operand.slice(0, operand.length - (pattern?.length ?? 0))
  if (/[*?]/.test(folder))
    throw new Failure(exit.usage, `${operand}: * and ? stand in the name of a file, not of a folder`)
  const names = await readdir(pathOf(shell, folder || '.')).catch(codeOf)
  if (typeof names === 'string') return none('file.unreadable', `the folder cannot be read: ${names}`)
  const pictures = names.filter(pattern === undefined ? isListed : fits(pattern)).toSorted()
  if (pictures.length === 0) {
    const why = pattern === undefined ? 'the folder contains no picture' : 'no file has such a name'
    return none('file.missing', why)
  }
  return pictures.map((name) => ({ path: pattern === undefined ? join(folder, name) : folder + name }))
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

/** The report on a PDF or SVG, which is drawn in a thread of its own that is ended if it takes too long. */
async function reportOnPage(
  file: Uint8Array<ArrayBuffer>,
  { options, reading }: Wanted,
  checker: Checker,
): Promise<Report> {
  try {
    const { dpi, page } = reading
    return (await checker.check('', { file, dpi, page, options })) as Report
  } catch (error) {
    if (!(error instanceof NotChecked)) throw error
    return noPicture({ code: 'picture.limit', message: error.message })
  }
}

/** The report on a file, of one that cannot be opened or is not a picture too. */
async function reportOn(path: string, { options, reading }: Wanted, checker: Checker): Promise<Report> {
  try {
    const file = await contentsOf(path)
    return isPage(file) && reading.isMatrix !== true
      ? await reportOnPage(file, { options, reading }, checker)
      : await reportOnFile(file, options, reading)
  } catch (error) {
    if (error instanceof PictureError) return unreadablePng(error)
    if (!(error instanceof UnreadableFile)) throw error
    return noPicture(
      error.reason === 'ENOENT'
        ? { code: 'file.missing', message: 'the file does not exist' }
        : { code: 'file.unreadable', message: `the file cannot be read: ${error.reason}` },
    )
  }
}
