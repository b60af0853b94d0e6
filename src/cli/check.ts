import { type FileHandle, open, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { type Symbology, symbologies } from '../../symbologies/index.ts'
import {
  boundFile,
  checkImage,
  mostFileBytes,
  PictureError,
  type Report,
  readPng,
  reportText,
  unreadablePng,
  type Verdict,
} from '../check/index.ts'
import { printableLine } from '../messages.ts'
import { helpOption, type Option, readArguments } from './arguments.ts'
import { type Command, type Exit, exit, Failure } from './command.ts'
import { helpPage } from './help.ts'
import { because, print } from './output.ts'

const options: Option[] = [
  { name: 'type', value: 'TYPE', about: `The symbology: ${symbologies.join(', ')}. Found by itself without it.` },
  { name: 'text', value: 'TEXT', about: 'What the symbol should say; another text is a fault.' },
  { name: 'all', about: 'FILE is a folder: check every .png in it, and sum up.' },
  { name: 'json', about: 'The report as JSON; with --all one line for each file.' },
  helpOption,
]

/** How the command ends, by the worst of its verdicts. */
const exits: Readonly<Record<Verdict, Exit>> = { conforming: exit.done, faults: exit.refused, unreadable: exit.usage }

interface Wanted {
  readonly type?: Symbology
  readonly text?: string
}

export const check: Command = {
  help: () =>
    helpPage({
      title: 'quietzone check: is the symbol in this picture as its standard wants it?',
      examples: [
        'quietzone check symbol.png',
        'quietzone check symbol.png --type qr --text HELLO --json',
        'quietzone check --all symbols/',
      ],
      paragraphs: [
        'The picture is a clean PNG with its sides parallel to the symbol: at any size, turned by quarters, light on dark too. ' +
          'Nothing is corrected in silence: what error correction would hide is a fault, with its modules by row and column.',
        'Ends with 0 if all is conforming, 1 if there are faults, 2 if a picture holds no symbol that can be read.',
      ],
      options,
    }),
  async run(args) {
    const { options: chosen, operands } = readArguments(args, { parameters: {}, options, operands: 1 })
    const [path] = operands
    if (path === undefined) throw new Failure(exit.usage, 'which picture? A file is needed, or --all and a folder')
    const wanted = wantedOf(chosen)
    return chosen.has('all')
      ? checkFolder(path, wanted, chosen.has('json'))
      : checkFile(path, wanted, chosen.has('json'))
  },
}

function wantedOf(chosen: ReadonlyMap<string, string>): Wanted {
  const given = chosen.get('type')
  const type = symbologies.find((symbology) => symbology === given)
  if (given !== undefined && type === undefined) {
    throw new Failure(exit.usage, `--type: ${JSON.stringify(given)}; accepted: ${symbologies.join(', ')}`)
  }
  const text = chosen.get('text')
  return { ...(type !== undefined && { type }), ...(text !== undefined && { text }) }
}

async function checkFile(path: string, wanted: Wanted, json: boolean): Promise<Exit> {
  const report = await reportOn(path, wanted)
  await print(json ? `${JSON.stringify(report)}\n` : reportText(report))
  return exits[report.verdict]
}

/** One line a file, then how many there are of each verdict. */
async function checkFolder(folder: string, wanted: Wanted, json: boolean): Promise<Exit> {
  const names = await picturesIn(folder)
  const counts: Record<Verdict, number> = { conforming: 0, faults: 0, unreadable: 0 }
  for (const name of names) {
    const report = await reportOn(join(folder, name), wanted)
    counts[report.verdict]++
    await print(json ? `${JSON.stringify({ file: name, ...report })}\n` : summaryLine(name, report))
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
    if (pictures.length === 0) throw new Failure(exit.files, `${folder} has no .png file in it`)
    return pictures
  } catch (error) {
    if (error instanceof Failure) throw error
    throw new Failure(exit.files, `${folder} cannot be read: ${because(error)}`)
  }
}

function summaryLine(name: string, { symbology, verdict, findings }: Report): string {
  const codes = (kind: 'fault' | 'note'): string[] => [
    ...new Set(findings.filter((finding) => finding.kind === kind).map(({ code }) => code)),
  ]
  const notes = codes('note').map((code) => `(${code})`)
  return `${[`${printableLine(name)}:`, symbology ?? '-', verdict, ...codes('fault'), ...notes].join(' ')}\n`
}

/** @throws Failure where the file cannot be opened; one that is no picture is unreadable, and so it is reported */
async function reportOn(path: string, wanted: Wanted): Promise<Report> {
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
    throw new Failure(exit.files, `${path} cannot be read: ${because(error)}`)
  }
}

/** Pipes and devices have no size. */
const leastRead = 65_536

/** All that is in the file, which may have grown, or be a pipe without an end: it is given up where it is too large. */
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
