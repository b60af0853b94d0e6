/** `quietzone heal`: a document as labels whose symbols scan, written or printed. */

import { type PageReport, warningsOf } from '../heal/index.ts'
import { jsonLine } from '../messages.ts'
import { madePieces, verifyPiece } from '../printing/printers/pieces.ts'
import { VerificationFailure } from '../reader/verify/index.ts'
import type { Request } from '../request/parameter.ts'
import { parameters } from '../request/params.ts'
import { requestReader } from '../request/reader.ts'
import { Healer, type HealResult, mostDocument, NotChecked } from '../server/api/heal/healer.ts'
import { healOrder } from '../server/api/heal/order.ts'
import { rowOf } from '../server/api/heal/printed.ts'
import { type Arguments, helpOption, readArguments } from './arguments.ts'
import { type Command, type Exit, exit, Failure, type Option, Refused } from './command.ts'
import { accepted, limitsOf, sound } from './endpoints.ts'
import { helpPage } from './help.ts'
import { opened } from './input-file.ts'
import { imageOption, printLine, printMessage, refuseTerminal, withFormatOf, write } from './output.ts'
import {
  deliveryLine,
  labelsOf,
  printerFrom,
  printerOption,
  printersOption,
  printFailure,
  printServerWarnings,
  sendTo,
} from './printers.ts'
import type { Shell } from './shell.ts'

const { printer: _, name: __, ...table } = parameters.heal
const read = requestReader(table)
type HealOptions = Request<typeof table>

const options: readonly Option[] = [
  imageOption,
  printerOption,
  printersOption,
  { name: 'json', about: 'The same as --format json: the report.' },
  helpOption,
]

export const heal: Command = {
  help: () =>
    helpPage({
      title: 'quietzone heal: a PDF or a picture as labels whose symbols scan',
      examples: [
        'quietzone heal label.pdf --size 4x6 -o label.zpl',
        'quietzone heal label.pdf --dpi 203 --size 4x6 -o label.png',
        'quietzone heal a4.pdf --size 4x6 --fit crop --json | jq .pages[0].symbols',
        'quietzone heal two-up.pdf --size 4x6 --split 2x1 -o labels.pdf',
        'quietzone heal label.pdf --printer dock-3',
      ],
      paragraphs: [
        'Each page of a PDF, or a PNG or JPEG, becomes a label. Its symbols are read, and drawn again with the same modules on whole dots of the print head, in their place; text and lines are printed by a threshold, pictures by error diffusion. - is standard input.',
        'A symbol that is not read for certain, is light on dark, lies at an angle, or would have no room with its quiet zones is left as it was, which is a warning on standard error. Symbologies that quietzone does not have are left without a word.',
        'Without --size a label has the size of its page. docs/heal.md says how pages are fitted to labels, and what the report has.',
        'With --printer the labels are printed: resolution, stock and language are those of the printer. They are read back before the first is sent, unless QZ_VERIFY=off.',
      ],
      parameters: { table, path: '/api/v1/heal' },
      options,
      operands: 'files',
    }),
  async run(args, shell) {
    const arguments_ = readArguments(args, { parameters: table, options, operands: 1 })
    const { options: chosen, operands } = arguments_
    const [operand] = operands
    if (operand === undefined) throw new Failure(exit.usage, 'name one file, or - for standard input')
    return chosen.has('printer') ? printed(shell, operand, arguments_) : written(shell, operand, arguments_)
  },
}

async function written(shell: Shell, operand: string, { options: chosen, given }: Arguments): Promise<Exit> {
  const output = chosen.get('output')
  const isJson = chosen.has('json')
  const request = accepted(read(isJson ? { ...given, format: 'json' } : withFormatOf(output, given)))
  const { format, zpl: packing } = request
  if (format !== 'json' && (output ?? '-') === '-') refuseTerminal(shell, format)
  const limits = limitsOf(shell.env)
  const report = request.pictures ? 'report with pictures' : 'report'
  const wanted =
    format === 'json' ? report : ({ format, packing, limits, isVerified: limits.verify === 'all' } as const)
  const result = await healedBy({ file: await documentIn(shell, operand), order: healOrder(request), wanted })
  if ('report' in result) {
    await write(shell, jsonLine(result.report), output)
    return exit.done
  }
  if (!('written' in result)) throw new Error('the thread answered something else')
  await write(shell, result.written.bytes, output)
  tell(shell, result.written.pages)
  return exit.done
}

async function printed(shell: Shell, operand: string, { options: chosen, given }: Arguments): Promise<Exit> {
  if (chosen.has('output') || chosen.has('json'))
    throw new Failure(exit.usage, '--printer prints the labels: leave -o and --json out')
  const printer = printerFrom(shell, chosen)
  const { style, complete } = labelsOf(printer, given)
  const request: HealOptions = accepted(read(withoutOwn(complete(given))))
  const order = { ...healOrder(request), dpi: printer.dpi, size: printer.stock }
  const result = await healedBy({ file: await documentIn(shell, operand), order, wanted: 'labels' })
  if (!('labels' in result)) throw new Error('the thread answered something else')
  const labels = result.labels.map((label, i) => rowOf(label, i + 1, printer))
  const made = [...madePieces(style, labels)]
  if (limitsOf(shell.env).verify !== 'off') sound(() => made.forEach(verifyPiece))
  const { delivery, error } = await sendTo(
    printer,
    made.map(({ piece }) => piece),
  )
  if (error !== undefined) throw printFailure(error)
  await printLine(shell, deliveryLine(printer, delivery))
  printServerWarnings(shell, delivery)
  tell(
    shell,
    result.labels.map(({ report }) => report),
  )
  return exit.done
}

/** The values without those that a printer has: its stock and its language need not be among those of the parameters. */
function withoutOwn({ dpi: _dpi, size: _size, format: _format, ...given }: Arguments['given']): Arguments['given'] {
  return given
}

/** The bytes of a document. @throws Failure */
async function documentIn(shell: Shell, file: string): Promise<Uint8Array<ArrayBuffer>> {
  const { chunks } = await opened(shell, file, new AbortController().signal)
  const parts: Buffer[] = []
  let length = 0
  for await (const chunk of chunks) {
    parts.push(chunk)
    length += chunk.length
    if (length > mostDocument) throw new Failure(exit.files, `${file}: more than ${mostDocument >> 20} MiB`)
  }
  return new Uint8Array(Buffer.concat(parts))
}

/** Milliseconds, as long as a person waits at a terminal. */
const patience = 600_000

/** @throws Refused; Failure */
async function healedBy(asked: Parameters<Healer['heal']>[1]): Promise<HealResult> {
  let result: HealResult
  try {
    result = await new Healer({ alone: patience, besideOthers: patience }).heal('', asked)
  } catch (error) {
    if (error instanceof NotChecked) throw new Failure(exit.files, error.message)
    throw error
  }
  if ('refused' in result) throw new Refused(result.refused.code, result.refused.message)
  if (!('unverified' in result)) return result
  const { rule, finding } = result.unverified
  return sound(() => {
    throw new VerificationFailure(rule, 'a healed label is not what was asked for', finding)
  })
}

function tell(shell: Shell, pages: readonly PageReport[]): void {
  for (const { code, message } of pages.flatMap(warningsOf)) printMessage(shell, `quietzone: ${code}: ${message}`)
}
