/** `quietzone plan`: whether the symbol on a label will scan, and what else would do. */

import { jsonLine, printable } from '../messages.ts'
import { plan as planOf, planText } from '../plan/plan.ts'
import { parameters } from '../request/params.ts'
import { symbolReader } from '../request/reader.ts'
import { exactOption, helpOption, readArguments, standardInputNote, withInput } from './arguments.ts'
import { type Command, exit, type Option } from './command.ts'
import { loadFonts, made } from './endpoints.ts'
import { helpPage } from './help.ts'
import { outputOption, write } from './output.ts'

const readPlan = symbolReader(parameters.plan)

const jsonOption: Option = { name: 'json', about: 'The plan as JSON, as in the API.' }
const options = [jsonOption, outputOption, exactOption, helpOption]

export const plan: Command = {
  help: () =>
    helpPage({
      title: 'quietzone plan: will the symbol on this label scan, and what else would do?',
      examples: [
        'quietzone plan --type ean13 --text 590123412345 --size 40x20 --dpi 203',
        'quietzone plan --type datamatrix --text QZ-0001 --application logistics --json',
      ],
      paragraphs: [
        "Prints the module width with its limits, the height of the bars and the quiet zones, and other sizes, resolutions and symbologies with which the symbol would scan, the nearest first. The limits are those of GS1's symbol specification tables, as far as they are public: a guide, not a certificate.",
        'The exit code is 0 if the symbol scans without a doubt, 1 if there is one or if it does not fit. Words that are cut are no doubt.',
        standardInputNote,
      ],
      parameters: { table: parameters.plan, path: '/api/v1/plan' },
      options,
    }),
  async run(args) {
    const read = readArguments(args, { parameters: parameters.plan, options, operands: 1 })
    const { options: chosen } = read
    const given = await withInput(read)
    await loadFonts(given)
    const found = made(given, readPlan, planOf)
    await write(chosen.has('json') ? jsonLine(found) : printable(planText(found)), chosen.get('output'))
    return found.scans === 'yes' ? exit.done : exit.refused
  },
}
