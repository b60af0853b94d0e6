/** `quietzone zpl`: labels in ZPL, drawn or judged, and what differs in two programs. */

import { jsonLine } from '../messages.ts'
import type { Request } from '../request/parameter.ts'
import { parameters } from '../request/params.ts'
import { requestReader } from '../request/reader.ts'
import { drawingFaults } from '../request/refusals.ts'
import { loadHarfBuzz } from '../text/installed-fonts.ts'
import {
  differences,
  type FieldDifference,
  type Finding,
  type LabelDifference,
  readProgram,
  reportOf,
  writtenProgram,
  zplLimits,
} from '../zpl/index.ts'
import { helpOption, readArguments } from './arguments.ts'
import { type Command, type Exit, exit, Failure, type Option, Refused } from './command.ts'
import { accepted, isVerified, limitsOf, sound } from './endpoints.ts'
import { helpPage } from './help.ts'
import { opened } from './input-file.ts'
import { imageOption, print, printMessage, refuseTerminal, withFormatOf, write } from './output.ts'
import type { Shell } from './shell.ts'

const table = parameters.zpl
const read = requestReader(table)

const options: readonly Option[] = [
  imageOption,
  {
    name: 'lint',
    about:
      'Print what is found instead, a line for each finding: file, line, kind, code, command, byte. The exit code is 1 if there is a fault.',
  },
  { name: 'diff', about: 'Print which fields differ in two files instead. The exit code is 1 if any do.' },
  helpOption,
]

export const zpl: Command = {
  help: () =>
    helpPage({
      title: 'quietzone zpl: what does a Zebra print of this file, and will it scan?',
      examples: [
        'quietzone zpl label.zpl -o label.png',
        'quietzone zpl label.zpl --dpi 300 --size 4x6 -o label.pdf',
        'quietzone zpl label.zpl --format tspl > label.tspl',
        'quietzone zpl label.zpl --lint',
        'quietzone zpl label.zpl --format json | jq .labels[0].symbols',
        'quietzone zpl before.zpl after.zpl --diff',
      ],
      paragraphs: [
        'Formats become labels in whole dots of the print head, as the commands of ZPL II place, turn, reverse and repeat them; - is standard input. docs/zpl.md lists every command, and whether it is drawn, read or ignored.',
        'A picture shows the first label, or that of --index, from 0; a PDF has a page for each label, and the language of a printer each label with its copies.',
        'Symbols of the symbologies that quietzone has are judged as on its own labels: modules, quiet zones, contents, and ink of other fields. Warnings and faults are printed on standard error.',
      ],
      parameters: { table, path: '/api/v1/zpl' },
      options,
      operands: 'files',
    }),
  async run(args, shell) {
    const { given, options: chosen, operands } = readArguments(args, { parameters: table, options, operands: 2 })
    const isDiff = chosen.has('diff')
    if (isDiff && chosen.has('lint')) throw new Failure(exit.usage, '--diff and --lint are two answers; give one')
    if (operands.length !== (isDiff ? 2 : 1)) {
      throw new Failure(
        exit.usage,
        isDiff ? '--diff compares two files; name both' : 'name one file, or - for standard input',
      )
    }
    const output = chosen.get('output')
    const request = accepted(read(withFormatOf(output, given)))
    await loadHarfBuzz()
    const programs = []
    for (const file of operands) programs.push(await programIn(shell, file))
    if (isDiff) return compared(shell, programs, request)
    if (chosen.has('lint')) return linted(shell, operands[0]!, programs[0]!, request)
    return drawnTo(shell, programs[0]!, request, output)
  },
}

type ZplRequest = Request<typeof table>

/** The bytes of a program. @throws Failure */
async function programIn(shell: Shell, file: string): Promise<Uint8Array> {
  const { chunks } = await opened(shell, file, new AbortController().signal)
  const parts: Buffer[] = []
  let length = 0
  for await (const chunk of chunks) {
    parts.push(chunk)
    length += chunk.length
    if (length > zplLimits.bytes) throw new Failure(exit.files, `${file}: more than ${zplLimits.bytes >> 20} MiB`)
  }
  return Buffer.concat(parts)
}

const programOf = (bytes: Uint8Array, { dpi, size }: ZplRequest) => readProgram(bytes, { dpi, size, now: new Date() })

async function drawnTo(
  shell: Shell,
  bytes: Uint8Array,
  request: ZplRequest,
  output: string | undefined,
): Promise<Exit> {
  const program = programOf(bytes, request)
  const { format, index, zpl: packing } = request
  if (format === 'json') {
    await write(shell, jsonLine(reportOf(program)), output)
    return exit.done
  }
  if ((output ?? '-') === '-') refuseTerminal(shell, format)
  try {
    const limits = limitsOf(shell.env)
    const file = { format, packing, index, isVerified: isVerified(request, limits) }
    await write(
      shell,
      sound(() => writtenProgram(program, file, limits)),
      output,
    )
  } catch (error) {
    const { code, message } = drawingFaults(error)
    throw new Refused(code, message)
  }
  for (const finding of program.findings().filter(({ kind }) => kind !== 'note')) {
    printMessage(shell, `quietzone: ${findingText(finding)}`)
  }
  return exit.done
}

/** `warning: off_page: ^FO at byte 12: it reaches ...` */
function findingText({ kind, code, command, offset, message, suggestion }: Finding): string {
  const advice = suggestion === undefined ? '' : `; try ${suggestion}`
  return `${kind}: ${code}: ${command} at byte ${offset}: ${message}${advice}`
}

async function linted(shell: Shell, file: string, bytes: Uint8Array, request: ZplRequest): Promise<Exit> {
  const { findings } = reportOf(programOf(bytes, request))
  const name = file === '-' ? 'standard input' : file
  await print(shell, findings.map((each) => `${name}:${each.line}: ${findingText(each)}\n`).join(''))
  return findings.some(({ kind }) => kind === 'fault') ? exit.refused : exit.done
}

async function compared(shell: Shell, programs: readonly Uint8Array[], request: ZplRequest): Promise<Exit> {
  const [before, after] = programs.map((bytes) => programOf(bytes, request))
  const found = differences(before!, after!)
  const text = request.format === 'json' ? jsonLine({ labels: found }) : found.map(differenceText).join('')
  await print(shell, text)
  return found.length === 0 ? exit.done : exit.refused
}

function differenceText({ index, fields, dots }: LabelDifference): string {
  const count = dots === null ? 'there is one of them, or their sizes differ' : `${dots} dots differ`
  return `label ${index}: ${count}\n${fields.map((each) => `  ${fieldText(each)}\n`).join('')}`
}

function fieldText({ before, after, changed }: FieldDifference): string {
  const place = (field: NonNullable<typeof before>): string => `${field.command} at byte ${field.offset}`
  const words = (field: NonNullable<typeof before>): string =>
    field.text === null ? '' : ` ${JSON.stringify(field.text)}`
  if (before === null) return `added: ${place(after!)}${words(after!)}`
  if (after === null) return `removed: ${place(before)}${words(before)}`
  const values = changed.map((part) =>
    part === 'dots' || part === 'command'
      ? part
      : `${part} ${JSON.stringify(before[part])} -> ${JSON.stringify(after[part])}`,
  )
  return `changed: ${place(before)}, then byte ${after.offset}: ${values.join(', ')}`
}
