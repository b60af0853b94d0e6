/** `quietzone judge`: is this encoder right? */

import { symbologies } from '../../symbologies/index.ts'
import { casesOf, encoderOf, failing, failingStrictly, judge as judged, NotStarted } from '../explain/judge/index.ts'
import { helpOption, readArguments } from './arguments.ts'
import { type Command, exit, Failure, type Option } from './command.ts'
import { helpPage } from './help.ts'
import { judgeFormats, judgeText } from './judge-output.ts'
import { print } from './output.ts'
import { wordOf } from './pictures.ts'

/** Cases if none are asked for, and the most. */
const [usualCases, mostCases] = [500, 100_000]
const mostSeed = 2 ** 32 - 1
/** Seconds for an answer if none are asked for, and the most. */
const [usualSeconds, mostSeconds] = [10, 600]
/** Bytes of an answer. */
const mostAnswer = 8 << 20

const options: Option[] = [
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
    about: 'text (default); json; junit: XML for a CI; sarif: SARIF 2.1.0 for tools that show findings.',
  },
  { name: 'json', about: 'The same as --format json.' },
  { name: 'strict', about: 'A symbol that is larger than needed, or drawn where it must be refused, counts too.' },
  helpOption,
]

export const judge: Command = {
  help: () =>
    helpPage({
      title: 'quietzone judge: is this encoder right?',
      examples: [
        "quietzone judge 'node my-encoder.mjs'",
        "quietzone judge 'zint -b QRCODE -d {text} -o {file} --quietzones' --type qr",
        "quietzone judge './encoder --lines' --seed 7 --format junit > report.xml",
      ],
      paragraphs: [
        'COMMAND is started once and gets a line of JSON for each case: { "type", "text", "options" }. It answers each with a line of JSON, { "matrix": ["0110…", …] }, { "png": base64 }, { "svg" }, ' +
          '{ "error": "why" } where it refuses the text, { "unsupported": "what" } where it has no such symbology or option; or with a PNG or an SVG. A matrix has no quiet zone; one row is a linear symbol.',
        'With {text}, {type} or {file} in COMMAND it is started for each case with the values in their places, and refuses by an exit code other than 0; {file} is where it may write its PNG. No shell reads COMMAND: each value is one argument, whatever it contains.',
        'Answers are classed by what check finds and by the size of our shortest symbol: right, right by another choice that the standard leaves, larger than needed, wrong, refuses what it must draw, draws what it must refuse, no answer (too late, too long, ended), unsupported. ' +
          'Of each kind of failure the report has the number of cases, the clause, and the smallest case that was found.',
        'The exit code is 0 if nothing is wrong, wrongly refused or without an answer, 1 if something is, 3 if COMMAND cannot be started.',
      ],
      options,
      operands: 'files',
    }),
  async run(args, shell) {
    const { options: chosen, lists, operands } = readArguments(args, { parameters: {}, options, operands: 1 })
    const [command] = operands
    if (command === undefined) throw new Failure(exit.usage, 'no command given')
    const format = chosen.has('json') ? 'json' : (wordOf(chosen, 'format', judgeFormats) ?? 'text')
    if (chosen.has('json') && chosen.has('format') && chosen.get('format') !== 'json') {
      throw new Failure(exit.usage, `--json and --format ${chosen.get('format')} are two formats; give one`)
    }
    const seed = wholeIn(chosen, 'seed', { least: 0, most: mostSeed, usual: 1 })
    const count = wholeIn(chosen, 'cases', { least: 1, most: mostCases, usual: usualCases })
    const seconds = wholeIn(chosen, 'timeout', { least: 1, most: mostSeconds, usual: usualSeconds })
    const cases = casesOf({ types: typesIn(lists.get('type')), count, seed })
    const encoder = opened(command, seconds, chosen.has('once'))
    try {
      const report = await judged(encoder.ask, cases, { seed, ended: shell.interruption() })
      const counted = chosen.has('strict') ? failingStrictly : failing
      await print(shell, judgeText(format, { command, report, failing: counted }))
      if (report.cases < count) return exit.interrupted
      return counted.some((name) => report.classes[name] > 0) ? exit.refused : exit.done
    } catch (error) {
      if (error instanceof NotStarted) throw new Failure(exit.files, `the command cannot be started: ${error.message}`)
      throw error
    } finally {
      encoder.close()
    }
  },
}

function opened(command: string, seconds: number, isOnce: boolean): ReturnType<typeof encoderOf> {
  try {
    return encoderOf(command, { time: 1000 * seconds, bytes: mostAnswer }, isOnce)
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
