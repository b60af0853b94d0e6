/** `quietzone gs1`: one GS1 message with its elements and forms, or a verdict on each message of a file. */

import {
  type DescribedMessage,
  Gs1Error,
  gs1Message,
  messageDescription,
  usualDomain,
} from '../../symbologies/gs1/index.ts'
import { withoutMark } from '../../symbologies/index.ts'
import { codePoints } from '../../symbologies/messages.ts'
import type { ErrorCode, Fault } from '../answer.ts'
import { jsonLine, printable, printableLine } from '../messages.ts'
import { warningText } from '../plan/warning.ts'
import type { Parameters } from '../request/parameter.ts'
import { parameters } from '../request/params.ts'
import { requestReader } from '../request/reader.ts'
import { messageFaults } from '../request/refusals.ts'
import { utf8Value } from '../utf8.ts'
import {
  type Arguments,
  exactOption,
  helpOption,
  mostBytes,
  readArguments,
  standardInputNote,
  withInput,
} from './arguments.ts'
import { type Command, type Exit, exit, Failure, type Option } from './command.ts'
import { accepted } from './endpoints.ts'
import { helpPage } from './help.ts'
import { opened, textLines } from './input-file.ts'
import { optionsText, outputOption, printData, printMessage, write } from './output.ts'
import type { Shell } from './shell.ts'

const { text, domain } = parameters.gs1
const table = { text, domain } as const satisfies Parameters
const read = requestReader(table)

const fileOption: Option = {
  name: 'file',
  value: 'FILE',
  about: 'A file with a message on each line, instead of --text; - reads standard input. Empty lines are passed over.',
}
const jsonOption: Option = {
  name: 'json',
  about: 'The message as JSON, as in the API; with --file, one line of JSON for each message.',
}
const options = [fileOption, jsonOption, outputOption, exactOption, helpOption]

export const gs1: Command = {
  help: () =>
    helpPage({
      title: 'quietzone gs1: a GS1 message, its elements and its forms, or what is wrong with it',
      examples: [
        "quietzone gs1 '(01)09506000134352(17)261231(10)AB-12'",
        "quietzone gs1 --text 'https://id.gs1.org/01/09506000134352?17=261231' --json | jq -r .raw",
        'quietzone gs1 --file messages.txt',
      ],
      paragraphs: [
        'A message is written in brackets, as a GS1 Digital Link URI, raw, ^ first and ^ for FNC1, or as a reader sends it: a symbology identifier such as ]d2, and GS for FNC1. It is judged by the GS1 Barcode Syntax Dictionary: lengths, characters, check digits, dates, codes, and which elements must or must not be together on one item.',
        'With --file, each message has its verdict on a line of standard output, after the number of its line: ok and the message in brackets, or its faults, with the characters that they are about, and the message that is meant where it is known.',
        'The exit code is 0 if every message is right, 1 if one is not.',
        standardInputNote,
      ],
      parameters: { table, path: '/api/v1/gs1' },
      options,
    }),
  async run(args, shell) {
    const chosen = readArguments(args, { parameters: table, options, operands: 1 })
    const given = [chosen.given.text, chosen.options.get('file'), chosen.operands[0]].filter(
      (each) => each !== undefined,
    )
    if (given.length !== 1) {
      const count = given.length === 0 ? 'no message' : 'more than one of a message, --text and --file'
      throw new Failure(exit.usage, `${count} given; give a message, --text TEXT or --file FILE`)
    }
    return chosen.options.has('file') ? judgeFile(shell, chosen) : describeOne(shell, chosen)
  },
}

async function describeOne(shell: Shell, given: Arguments): Promise<Exit> {
  const { options: chosen } = given
  const request = accepted(read(await withInput(shell, given)))
  const { text: message, doubts } = withoutMark(request.text)
  for (const doubt of doubts) printMessage(shell, `quietzone: warning: ${warningText({ parameter: 'text', ...doubt })}`)
  const verdict = verdictOn(message, request.domain)
  if (!('faults' in verdict)) {
    const output = chosen.has('json') ? jsonLine(verdict) : printable(messageText(verdict))
    await write(shell, output, chosen.get('output'))
    return exit.done
  }
  if (chosen.has('json')) await write(shell, jsonLine(errorOf(verdict)), chosen.get('output'))
  else for (const fault of verdict.faults) printMessage(shell, `quietzone: ${faultText(fault)}`)
  if (!chosen.has('json') && verdict.meant !== undefined)
    printMessage(shell, `quietzone: try: ${optionsText({ text: verdict.meant })}`)
  return exit.refused
}

/** @throws Gs1Error */
function described(message: string, uriDomain = usualDomain): DescribedMessage {
  const { elements, faults } = gs1Message(message)
  if (faults.length > 0) throw new Gs1Error(faults)
  return messageDescription(elements, { domain: uriDomain, thisYear: new Date().getUTCFullYear() })
}

/** Readable text: a line for each element, with its parts below it, and the forms of the message. */
function messageText({ elements, bracketed, raw, link }: DescribedMessage): string {
  const titles = elements.map(({ ai, title }) => `(${ai}) ${title}`)
  const column = Math.max(...titles.map(({ length }) => length))
  return [
    ...elements.flatMap(({ value, parts, separator }, i) => [
      `${titles[i]!.padEnd(column)}  ${value}${separator ? '  FNC1 follows' : ''}`,
      ...parts
        .filter((part) => parts.length > 1 || part.meaning !== undefined)
        .map((part) => `  ${part.kind} ${part.value}${part.meaning === undefined ? '' : `: ${part.meaning}`}`),
    ]),
    `in brackets:   ${bracketed}`,
    `raw:           ${raw}`,
    `Digital Link:  ${link ?? 'none: no key that a URI of all its elements could begin with'}`,
    '',
  ].join('\n')
}

async function judgeFile(shell: Shell, { given, options: chosen }: Arguments): Promise<Exit> {
  if (chosen.has('output'))
    throw new Failure(exit.usage, '--output does not go with --file: verdicts are written as lines are read')
  const request = accepted(read({ ...given, text: '-' }))
  const counts = { right: 0, wrong: 0 }
  const signal = shell.interruption()
  const { chunks } = await opened(shell, chosen.get('file')!, signal)
  for await (const { number, bytes } of textLines(chunks, mostBytes)) {
    if (bytes?.length === 0) continue
    const verdict = verdictOnLine(bytes, request.domain)
    counts['faults' in verdict ? 'wrong' : 'right']++
    await printData(shell, chosen.has('json') ? verdictJson(number, verdict) : verdictLine(number, verdict))
  }
  const { right, wrong } = counts
  const count = right + wrong === 1 ? '1 message' : `${right + wrong} messages`
  printMessage(shell, `quietzone: ${count}: ${right} right, ${wrong} wrong${signal.aborted ? '; stopped' : ''}`)
  if (signal.aborted) return exit.interrupted
  return wrong === 0 ? exit.done : exit.refused
}

interface Faulty {
  readonly faults: readonly Fault[]
  /** The message that is right, where it is known. */
  readonly meant?: string | undefined
}

type Verdict = DescribedMessage | Faulty

function verdictOn(message: string, uriDomain: string | undefined): Verdict {
  try {
    return described(message, uriDomain)
  } catch (error) {
    if (error instanceof Gs1Error) return { faults: messageFaults(error), meant: messageMeant(message) }
    throw error
  }
}

/** The most faults that are repaired in one message. */
const mostRepairs = 10

/** The message with all of its faults repaired, one after the other. */
function messageMeant(message: string): string | undefined {
  let meant = message
  for (let repairs = 0; repairs <= mostRepairs; repairs++) {
    const { faults } = gs1Message(meant)
    if (faults.length === 0) return meant
    const text = faults.find(({ suggestion }) => suggestion !== undefined)?.suggestion?.text
    if (text === undefined) return undefined
    meant = text
  }
  return undefined
}

function verdictOnLine(bytes: Uint8Array | undefined, uriDomain: string | undefined): Verdict {
  const line = bytes && utf8Value(bytes)
  const wrong = (code: ErrorCode, message: string): Verdict => ({ faults: [{ parameter: 'text', code, message }] })
  if (typeof line === 'object') return wrong('invalid_encoding', line.fault)
  if (line === undefined || codePoints(line) > text.longest) {
    return wrong('invalid_parameter', `more than the ${text.longest} characters of the longest message`)
  }
  return verdictOn(line, uriDomain)
}

/** The API's error object. */
function errorOf({ faults }: Faulty): object {
  return { error: { code: faults[0]!.code, message: faults.map(({ message }) => message).join('; '), faults } }
}

function verdictJson(line: number, verdict: Verdict): string {
  return jsonLine({ line, ...('faults' in verdict ? errorOf(verdict) : verdict) })
}

function verdictLine(line: number, verdict: Verdict): string {
  if (!('faults' in verdict)) return `${printableLine(`${line}: ok: ${verdict.bracketed}`)}\n`
  const { faults, meant } = verdict
  const said = [...faults.map(faultText), ...(meant === undefined ? [] : [`try: ${meant}`])]
  return said.map((each) => `${printableLine(`${line}: ${each}`)}\n`).join('')
}

/** `gs1_invalid_value, characters 5 to 18: ...` */
function faultText({ code, message, from, to }: Fault): string {
  if (from === undefined) return `${code}: ${message}`
  return `${code}, ${from === to ? `character ${from}` : `characters ${from} to ${to}`}: ${message}`
}
