/** Commands that draw the image of one request: `quietzone label`, and what barcode.ts makes of it. */

import { basename, extname } from 'node:path'
import { definitionOfLabel } from '../design/of-label.ts'
import { type Warning, warningText } from '../plan/warning.ts'
import { documentFormats } from '../render/print-document.ts'
import type { ZplPacking } from '../render/zpl.ts'
import { firstOf, type GivenValues } from '../request/parameter.ts'
import { parameters } from '../request/params.ts'
import { symbolReader } from '../request/reader.ts'
import { exactOption, helpOption, readArguments, standardInputNote, withInput } from './arguments.ts'
import { type Command, exit, Failure, type Option } from './command.ts'
import {
  accepted,
  type DrawingEndpoint,
  type DrawingLimits,
  endpoints,
  limitsOf,
  loadNeeded,
  partsOf,
} from './endpoints.ts'
import { helpPage } from './help.ts'
import { imageOption, printMessage, refuseTerminal, withFormatOf, write } from './output.ts'
import type { Shell } from './shell.ts'

export const label = drawingCommand(endpoints.label, {
  title: 'quietzone label: a barcode on a label of a stock size',
  examples: [
    'quietzone label --type code128 --text QZ-0001 --size 4x6 --qty 3 -o labels.pdf',
    'quietzone label -t qr -s 50x30 QZ-0001 | lp',
    'quietzone label --type qr --text QZ-0001 --title Store --as-design -o store.json',
  ],
  other: {
    option: {
      name: 'as-design',
      about: 'Print the design of the label, a JSON file that draws to the same dots, in place of its image.',
    },
    async draw(shell, all, output) {
      const [given] = all
      if (all.length > 1) throw new Failure(exit.usage, '--as-design is of one label; give --part too')
      // what cannot be drawn has no design
      endpoints.label.compose(given!, limitsOf(shell.env))
      const design = definitionOfLabel(accepted(symbolReader(parameters.label)(given!)))
      await write(shell, Buffer.from(`${JSON.stringify(design, null, 2)}\n`), output)
    },
  },
})

interface Described {
  readonly title: string
  readonly examples: readonly string[]
  readonly other?: OtherDrawing
}

/** Another way of drawing, which a switch asks for. */
interface OtherDrawing {
  readonly option: Option
  /** @param all  the values of each part */
  draw(shell: Shell, all: readonly GivenValues[], output: string | undefined): Promise<void>
}

/** A command that draws the image of one request to the endpoint. */
export function drawingCommand(endpoint: DrawingEndpoint, { title, examples, other }: Described): Command {
  const options = [imageOption, ...(other ? [other.option] : []), exactOption, helpOption]
  const { parameters, path } = endpoint
  return {
    help: () =>
      helpPage({
        title,
        examples,
        paragraphs: [
          standardInputNote,
          'Write a text that starts with a dash as --text=-5, or after -- at the end of the line.',
          'With --parts 4 and no --part, all four parts are drawn: into a file each if the name of the output has %d for their number, as in -o part-%d.png, or into one PDF, or of labels into one file of ZPL.',
          'If the symbol may not scan, the reasons are printed as warnings on standard error. With --strict nothing is drawn then, and the exit code is 1.',
          'With --verify the file is read back before it is written, by code that shares nothing with what wrote it; what is not what was asked for is not written, and the exit code is 4. QZ_VERIFY=all does so without being asked.',
        ],
        parameters: { table: parameters, path },
        options,
      }),
    async run(args, shell) {
      const read = readArguments(args, { parameters, options, operands: 1 })
      const output = read.options.get('output')
      const given = await withInput(shell, read)
      await loadNeeded(given)
      const parts = partsOf(given)
      if (other !== undefined && read.options.has(other.option.name)) {
        await other.draw(shell, parts, output)
        return exit.done
      }
      const draw = parts.length > 1 ? drawParts : drawOne
      const warnings = await draw(shell, { endpoint, parts, output, limits: limitsOf(shell.env) })
      for (const warning of warnings) printMessage(shell, `quietzone: warning: ${warningText(warning)}`)
      return exit.done
    },
  }
}

/** What is drawn, and where it goes. */
interface Order {
  readonly endpoint: DrawingEndpoint
  /** The values of each part. */
  readonly parts: readonly GivenValues[]
  readonly output: string | undefined
  readonly limits: DrawingLimits
}

async function drawOne(shell: Shell, { endpoint, parts, output, limits }: Order): Promise<readonly Warning[]> {
  const [given] = parts
  const { format, bytes, warnings } = endpoint.draw(withFormatOf(output, given!), limits)
  if ((output ?? '-') === '-') refuseTerminal(shell, format)
  await write(shell, bytes, fileOf(output, given!))
  return warnings
}

/** In a file name, stands for the number of the part. */
const place = '%d'

/** The name of the file of a part; other names stay as they are. */
function fileOf(output: string | undefined, { parts, part }: GivenValues): string | undefined {
  const number = firstOf(part)
  return parts === undefined || typeof number !== 'string' ? output : output?.replaceAll(place, number)
}

/**
 * Draws all parts: each into its own file, if `%d` in the name of the output stands for its number, or all into one document.
 *
 * @throws Failure for an output that is neither; Refused
 */
async function drawParts(shell: Shell, { endpoint, parts: all, output, limits }: Order): Promise<readonly Warning[]> {
  const parts = all.map((given) => withFormatOf(output, given))
  endpoint.check(parts[0]!)
  if (output?.includes(place)) {
    const drawings = parts.map((given) => endpoint.draw(given, limits))
    for (const [i, { bytes }] of drawings.entries()) await write(shell, bytes, fileOf(output, parts[i]!))
    return drawings.flatMap(({ warnings }) => warnings)
  }
  const format = documentFormats.find((each) => each === firstOf(parts[0]!.format))
  if (format === undefined) throw noPlace(parts.length)
  if ((output ?? '-') === '-') refuseTerminal(shell, format)
  const title = output === undefined ? '' : basename(output, extname(output))
  // checked with all other values
  const packing = firstOf(parts[0]!.zpl) as ZplPacking | undefined
  const { bytes, warnings } = endpoint.document({ format, title, packing }, parts, limits)
  await write(shell, bytes, output)
  return warnings
}

function noPlace(parts: number): Failure {
  const advice =
    'give -o part-%d.png, where %d becomes the number of the part, -o with a name that ends in .pdf, or --part'
  return new Failure(exit.usage, `${parts} parts need ${parts} files or one PDF; ${advice}`)
}
