import type { Given } from '../api/request-reader.ts'
import type { Limits } from '../draw.ts'
import { type Warning, warningText } from '../plan/warning.ts'
import { helpOption, type Option, readArguments } from './arguments.ts'
import { type Command, exit } from './command.ts'
import { type Endpoint, limitsOf, loadFonts } from './endpoints.ts'
import { helpPage } from './help.ts'
import { exactOption, standardInputNote, withInput } from './input.ts'
import { imageOption, printMessage, refuseTerminal, withFormatOf, write } from './output.ts'
import { drawParts, fileOf, partsOf } from './parts.ts'

export interface Described {
  readonly title: string
  readonly examples: readonly string[]
  readonly other?: OtherDrawing
}

/** Another way of drawing, which a switch asks for. */
export interface OtherDrawing {
  readonly option: Option
  /** @param all  the values of each part */
  draw(all: readonly Given[], output: string | undefined): Promise<void>
}

/** A command that draws the image of one request to the endpoint. */
export function drawingCommand(endpoint: Endpoint, { title, examples, other }: Described): Command {
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
        ],
        parameters: { table: parameters, path },
        options,
      }),
    async run(args) {
      const read = readArguments(args, { parameters, options, operands: 1 })
      const output = read.options.get('output')
      const given = await withInput(read)
      await loadFonts(given)
      const parts = partsOf(given)
      if (other !== undefined && read.options.has(other.option.name)) {
        await other.draw(parts, output)
        return exit.done
      }
      const draw = parts.length > 1 ? drawParts : drawOne
      const warnings = await draw(endpoint, parts, output, limitsOf(process.env))
      for (const warning of warnings) printMessage(`quietzone: warning: ${warningText(warning)}`)
      return exit.done
    },
  }
}

async function drawOne(
  endpoint: Endpoint,
  [given]: readonly Given[],
  output: string | undefined,
  limits: Limits,
): Promise<readonly Warning[]> {
  const { format, bytes, warnings } = endpoint.draw(withFormatOf(output, given!), limits)
  if ((output ?? '-') === '-') refuseTerminal(format)
  await write(bytes, fileOf(output, given!))
  return warnings
}
