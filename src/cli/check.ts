/** `quietzone check`: does the symbol in a picture, or in each picture of a folder, conform to its standard? */

import { type FileHandle, open, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { applications, symbologies } from '../../symbologies/index.ts'
import {
  boundFile,
  type CheckOptions,
  checkImage,
  mostFileBytes,
  PictureError,
  type Report,
  readPng,
  reportText,
  unreadablePng,
  type Verdict,
} from '../check/index.ts'
import { jsonLine, printableLine } from '../messages.ts'
import { helpOption, readArguments } from './arguments.ts'
import { type Command, type Exit, exit, Failure, type Option } from './command.ts'
import { unreadable } from './files.ts'
import { helpPage } from './help.ts'
import { print } from './output.ts'

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
  { name: 'all', about: 'FILE is a folder: check every .png in it and print a summary.' },
  { name: 'json', about: 'The report as JSON; with --all, one line per file.' },
  helpOption,
]

/** Exit code by the worst verdict. */
const exits: Readonly<Record<Verdict, Exit>> = { conforming: exit.done, faults: exit.refused, unreadable: exit.usage }

export const check: Command = {
  help: () =>
    helpPage({
      title: 'quietzone check: does the symbol in this picture conform to its standard?',
      examples: [
        'quietzone check symbol.png',
        'quietzone check symbol.png --type qr --text HELLO --json',
        'quietzone check symbol.png --application retail',
        'quietzone check --all symbols/',
      ],
      paragraphs: [
        'The picture is a clean PNG (JPEG and WebP are read by the page /check only) whose edges are parallel to the symbol: any size, rotated by multiples of 90 degrees, also light on dark. ' +
          'Nothing is corrected silently: what error correction would hide is a fault, with its modules by row and column.',
        'A GS1 symbol is one that begins with FNC1: its elements are listed with what they mean, and its message is judged. ' +
          'Brackets round AIs that are characters of a symbol, and element strings without FNC1, are named as the mistakes that they are.',
        'If the PNG has a resolution, the report gives X and the height of the bars in mm.',
        'The exit code is 0 if every symbol conforms, 1 if there are faults, 2 if a picture has no readable symbol.',
      ],
      options,
      operands: 'files',
    }),
  async run(args) {
    const { options: chosen, operands } = readArguments(args, { parameters: {}, options, operands: 1 })
    const [path] = operands
    if (path === undefined) throw new Failure(exit.usage, 'no picture given; name a file, or a folder with --all')
    const wanted = wantedOf(chosen)
    return chosen.has('all')
      ? checkFolder(path, wanted, chosen.has('json'))
      : checkFile(path, wanted, chosen.has('json'))
  },
}

function wantedOf(chosen: ReadonlyMap<string, string>): CheckOptions {
  const type = wordOf(chosen, 'type', symbologies)
  const application = wordOf(chosen, 'application', applications)
  const text = chosen.get('text')
  return {
    thisYear: new Date().getUTCFullYear(),
    ...(type && { type }),
    ...(text !== undefined && { text }),
    ...(application && { application }),
  }
}

/** @throws Failure for a value that is none of `words` */
function wordOf<Word extends string>(
  chosen: ReadonlyMap<string, string>,
  name: string,
  words: readonly Word[],
): Word | undefined {
  const given = chosen.get(name)
  const word = words.find((each) => each === given)
  if (given === undefined || word !== undefined) return word
  throw new Failure(exit.usage, `--${name}: ${JSON.stringify(given)}; accepted: ${words.join(', ')}`)
}

async function checkFile(path: string, wanted: CheckOptions, json: boolean): Promise<Exit> {
  const report = await reportOn(path, wanted)
  await print(json ? jsonLine(report) : reportText(report))
  return exits[report.verdict]
}

/** One line per file, then the count of each verdict. */
async function checkFolder(folder: string, wanted: CheckOptions, json: boolean): Promise<Exit> {
  const names = await picturesIn(folder)
  const counts: Record<Verdict, number> = { conforming: 0, faults: 0, unreadable: 0 }
  for (const name of names) {
    const report = await reportOn(join(folder, name), wanted)
    counts[report.verdict]++
    await print(json ? jsonLine({ file: name, ...report }) : summaryLine(name, report))
  }
  if (!json) {
    const sum = Object.entries(counts).map(([verdict, count]) => `${count} ${verdict}`)
    await print(`${names.length} pictures: ${sum.join(', ')}\n`)
  }
  return counts.unreadable > 0 ? exits.unreadable : counts.faults > 0 ? exits.faults : exits.conforming
}

/** @throws Failure */
async function picturesIn(folder: string): Promise<string[]> {
  try {
    const names = await readdir(folder)
    const pictures = names.filter((name) => name.toLowerCase().endsWith('.png')).toSorted()
    if (pictures.length === 0) throw new Failure(exit.files, `${folder} contains no .png file`)
    return pictures
  } catch (error) {
    if (error instanceof Failure) throw error
    throw unreadable(folder, error)
  }
}

function summaryLine(name: string, { symbology, verdict, findings }: Report): string {
  const codes = (kind: 'fault' | 'note'): string[] => [
    ...new Set(findings.filter((finding) => finding.kind === kind).map(({ code }) => code)),
  ]
  const notes = codes('note').map((code) => `(${code})`)
  return `${[`${printableLine(name)}:`, symbology ?? '-', verdict, ...codes('fault'), ...notes].join(' ')}\n`
}

/** The report on a file; a file that is not a PNG is reported as unreadable. @throws Failure if the file cannot be opened */
async function reportOn(path: string, wanted: CheckOptions): Promise<Report> {
  try {
    return checkImage(await readPng(await contentsOf(path)), wanted)
  } catch (error) {
    if (error instanceof PictureError) return unreadablePng(error)
    throw error
  }
}

/** @throws PictureError for a file that is too large, Failure for one that cannot be read */
async function contentsOf(path: string): Promise<Uint8Array<ArrayBuffer>> {
  try {
    const file = await open(path)
    try {
      const { size } = await file.stat()
      boundFile(size)
      return await readUpTo(file, Math.max(size, leastRead))
    } finally {
      await file.close()
    }
  } catch (error) {
    if (error instanceof PictureError) throw error
    throw unreadable(path, error)
  }
}

/** Bytes to expect at least, because pipes and devices have no size. */
const leastRead = 65_536

/** All bytes of the file, which may have grown or be an endless pipe. @throws PictureError as soon as it is too large */
async function readUpTo(file: FileHandle, expected: number): Promise<Uint8Array<ArrayBuffer>> {
  let bytes = new Uint8Array(expected + 1)
  let length = 0
  for (;;) {
    const { bytesRead } = await file.read(bytes, length, bytes.length - length)
    if (bytesRead === 0) return bytes.subarray(0, length)
    length += bytesRead
    boundFile(length)
    if (length < bytes.length) continue
    const more = new Uint8Array(Math.min(2 * length, mostFileBytes + 1))
    more.set(bytes)
    bytes = more
  }
}
