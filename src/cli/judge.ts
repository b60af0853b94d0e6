/** `quietzone judge`: is this encoder, or decoder, right? */

import { symbologies } from '../../symbologies/index.ts'
import {
  type Case,
  casesOf,
  type DecoderCase,
  decoderCasesOf,
  decoderOf,
  encoderOf,
  failing,
  failingDecoders,
  failingDecodersStrictly,
  failingStrictly,
  type JudgeReport,
  judgeDecoder,
  judge as judgeEncoder,
  NotStarted,
  passes,
} from '../explain/judge/index.ts'
import { helpOption, readArguments } from './arguments.ts'
import { type Command, exit, Failure, type Option } from './command.ts'
import { helpPage } from './help.ts'
import { type JudgedCommand, type JudgeFormat, judgeFormats, judgeText } from './judge-output.ts'
import { outputOption, refuseTerminal, write } from './output.ts'
import { wordOf } from './pictures.ts'
import type { Shell } from './shell.ts'

/** Cases if none are asked for, and the most. */
const [usualCases, mostCases] = [500, 100_000]
const mostSeed = 2 ** 32 - 1
/** Seconds for an answer if none are asked for, and the most. */
const [usualSeconds, mostSeconds] = [10, 600]
/** Bytes of an answer. */
const mostAnswer = 8 << 20

const options: Option[] = [
  { name: 'decoder', about: 'COMMAND reads symbols; else it makes them.' },
  {
    name: 'type',
    short: 't',
    value: 'TYPE',
    isRepeated: true,
    words: symbologies,
    about: `A symbology: ${symbologies.join(', ')}. Given several times, each of them; all if omitted.`,
  },
  { name: 'cases', value: 'NUMBER', about: `How many cases, 1 to ${mostCases}; ${usualCases} if omitted.` },
  {
    name: 'seed',
    value: 'NUMBER',
    about: `Which cases, 0 to ${mostSeed}; 1 if omitted. A seed has the same cases in every run.`,
  },
  {
    name: 'timeout',
    value: 'SECONDS',
    about: `The longest time for an answer, 1 to ${mostSeconds} s; ${usualSeconds} if omitted.`,
  },
  { name: 'once', about: 'Start COMMAND for each case, and end its standard input after the case.' },
  {
    name: 'format',
    value: 'NAME',
    words: judgeFormats,
    about:
      'text (default); json; junit: XML for a CI; sarif: SARIF 2.1.0 for tools that show findings; pdf: A4 pages to file, in English, with the day (UTC) and the symbols that failed.',
  },
  { name: 'name', value: 'TEXT', about: 'What is measured, with its version, for the report: "zint 2.11.1".' },
  outputOption,
  { name: 'json', about: 'The same as --format json.' },
  {
    name: 'strict',
    about:
      'A symbol that is larger than needed, drawn where it must be refused, or missed where a standard leaves reading open counts too.',
  },
  helpOption,
]

export const judge: Command = {
  help: () =>
    helpPage({
      title: 'quietzone judge: is this encoder, or decoder, right?',
      examples: [
        "quietzone judge 'node my-encoder.mjs'",
        "quietzone judge 'zint -b QRCODE -d {text} -o {file} --quietzones' --type qr",
        "quietzone judge --decoder 'zbarimg --quiet --raw {file}' --type ean13",
        "quietzone judge './encoder --lines' --name 'encoder 1.2' -o report.pdf",
        "quietzone judge './encoder --lines' --seed 7 --format junit > report.xml",
      ],
      paragraphs: [
        'COMMAND is started once and gets a line of JSON for each case: { "type", "text", "options" }. It answers each with a line of JSON, { "matrix": ["0110…", …] }, { "png": base64 }, { "svg" }, ' +
          '{ "error": "why" } where it refuses the text, { "unsupported": "what" } where it has no such symbology or option; or with a PNG or an SVG. A matrix has no quiet zone; one row is a linear symbol.',
        'A decoder gets { "type", "png": base64 }, and answers { "text" } or { "bytes": base64 }, with "type" if it knows, { "error": "why" } where it reads nothing, or { "unsupported" }.',
        'With {text}, {type} or {file} in COMMAND it is started for each case with the values in their places, and refuses by an exit code other than 0; {file} is where it may write its PNG. No shell reads COMMAND: each value is one argument, whatever it contains. ' +
          'To a decoder {file} is the PNG; it writes what it reads as it is, and nothing where it reads nothing.',
        'Answers are classed by what check finds and by the size of our shortest symbol: right, right by another choice that the standard leaves, larger than needed, wrong, refuses what it must draw, draws what it must refuse, no answer (too late, too long, ended), unsupported. ' +
          'Of each kind of failure the report has the number of cases, the clause, and the smallest case that was found.',
        'A decoder is shown symbols sound, with errors up to the limit of their error correction and one more, with wrong characters and check digits, turned, tilted, mirrored and inverted. It reads, refuses what cannot be read, reads by luck, misses by choice what no standard asks for, misses, or reads otherwise.',
        'The exit code is 0 if nothing is wrong, wrongly refused, missed, read otherwise or without an answer, 1 if something is, 3 if COMMAND cannot be started.',
      ],
      options,
      operands: 'files',
    }),
  async run(args, shell) {
    const { options: chosen, lists, operands } = readArguments(args, { parameters: {}, options, operands: 1 })
    const [command] = operands
    if (command === undefined) throw new Failure(exit.usage, 'no command given')
    const output = chosen.get('output')
    const format = formatIn(chosen, output)
    if (format === 'pdf' && (output ?? '-') === '-') refuseTerminal(shell, format)
    const order: Order = {
      command,
      types: typesIn(lists.get('type')),
      seed: wholeIn(chosen, 'seed', { least: 0, most: mostSeed, usual: 1 }),
      count: wholeIn(chosen, 'cases', { least: 1, most: mostCases, usual: usualCases }),
      seconds: wholeIn(chosen, 'timeout', { least: 1, most: mostSeconds, usual: usualSeconds }),
      isOnce: chosen.has('once'),
      isStrict: chosen.has('strict'),
    }
    const subject = chosen.has('decoder') ? 'decoder' : 'encoder'
    try {
      const { report, counted } = await (subject === 'decoder' ? decoderReport : encoderReport)(order, shell)
      const judged = { command, name: chosen.get('name'), report, failing: counted }
      const about = { subject, isStrict: order.isStrict } as const
      await write(shell, await written(format, { ...judged, ...about }), output)
      if (report.cases < order.count) return exit.interrupted
      return passes(report, counted) ? exit.done : exit.refused
    } catch (error) {
      if (error instanceof NotStarted) throw new Failure(exit.files, `the command cannot be started: ${error.message}`)
      throw error
    }
  },
}

interface Order {
  readonly command: string
  readonly types: readonly (typeof symbologies)[number][]
  readonly seed: number
  readonly count: number
  /** For an answer. */
  readonly seconds: number
  readonly isOnce: boolean
  readonly isStrict: boolean
}

interface Found {
  readonly report: JudgeReport<Case | DecoderCase, string>
  /** The classes that count as failures. */
  readonly counted: readonly string[]
}

async function encoderReport(order: Order, shell: Shell): Promise<Found> {
  const program = opened(encoderOf, order)
  const counted = order.isStrict ? failingStrictly : failing
  try {
    const options = { seed: order.seed, ended: shell.interruption() }
    return { report: await judgeEncoder(program.ask, casesOf(order), options), counted }
  } finally {
    program.close()
  }
}

async function decoderReport(order: Order, shell: Shell): Promise<Found> {
  const program = opened(decoderOf, order)
  const counted = order.isStrict ? failingDecodersStrictly : failingDecoders
  try {
    const options = { seed: order.seed, ended: shell.interruption() }
    return { report: await judgeDecoder(program.ask, decoderCasesOf(order), options), counted }
  } finally {
    program.close()
  }
}

async function written(
  format: JudgeFormat,
  judged: JudgedCommand & { readonly subject: 'encoder' | 'decoder'; readonly isStrict: boolean },
): Promise<string | Uint8Array> {
  if (format !== 'pdf') return judgeText(format, judged)
  const { judgePdf } = await import('./judge-pdf.ts')
  return judgePdf({ ...judged, day: new Date().toISOString().slice(0, 10) })
}

/** As it is asked for; of a file whose name ends in .pdf a PDF. */
function formatIn(chosen: ReadonlyMap<string, string>, output: string | undefined): JudgeFormat {
  const asked = wordOf(chosen, 'format', judgeFormats)
  if (chosen.has('json') && asked !== undefined && asked !== 'json') {
    throw new Failure(exit.usage, `--json and --format ${asked} are two formats; give one`)
  }
  const format = chosen.has('json') ? 'json' : asked
  const isPdf = output !== undefined && /\.pdf$/i.test(output)
  if (isPdf && format !== undefined && format !== 'pdf') {
    throw new Failure(exit.usage, `${output} ends in .pdf, but the format is ${format}; give one`)
  }
  return format ?? (isPdf ? 'pdf' : 'text')
}

function opened<Running>(
  start: (command: string, limits: { time: number; bytes: number }, isOnce: boolean) => Running,
  { command, seconds, isOnce }: Order,
): Running {
  try {
    return start(command, { time: 1000 * seconds, bytes: mostAnswer }, isOnce)
  } catch (error) {
    if (error instanceof RangeError) throw new Failure(exit.usage, `${JSON.stringify(command)}: ${error.message}`)
    throw error
  }
}

function typesIn(given: readonly string[] | undefined): readonly (typeof symbologies)[number][] {
  if (given === undefined) return symbologies
  const found = given.map((name) => wordOf(new Map([['type', name]]), 'type', symbologies)!)
  return [...new Set(found)]
}

function wholeIn(
  chosen: ReadonlyMap<string, string>,
  name: string,
  { least, most, usual }: { readonly least: number; readonly most: number; readonly usual: number },
): number {
  const given = chosen.get(name)
  if (given === undefined) return usual
  const value = /^[0-9]{1,10}$/.test(given) ? Number(given) : -1
  if (value >= least && value <= most) return value
  throw new Failure(exit.usage, `--${name}: ${JSON.stringify(given)} is not a whole number from ${least} to ${most}`)
}
