/** `quietzone plan`: whether the symbol on a label will scan, and what else would do. */

import { labelsReadBy } from '../design/printer-labels.ts'
import { designLabelsFor, designReader } from '../design/request.ts'
import { jsonLine, printable } from '../messages.ts'
import { designPlanText, planDesign } from '../plan/design-plan.ts'
import { plan as planOf, planText } from '../plan/plan.ts'
import type { Printer } from '../printing/index.ts'
import { parameters } from '../request/params.ts'
import { symbolReader } from '../request/reader.ts'
import { type Arguments, exactOption, helpOption, readArguments, standardInputNote, withInput } from './arguments.ts'
import { type Command, type Exit, exit, Failure, type Option } from './command.ts'
import { fieldOption, fieldsIn, loadForDesign } from './design.ts'
import { designFrom } from './design-endpoint.ts'
import { limitsOf, loadNeeded, made } from './endpoints.ts'
import { helpPage } from './help.ts'
import { outputOption, write } from './output.ts'
import { printerFrom, printerOption, printersOption } from './printers.ts'
import type { Shell } from './shell.ts'

const readPlan = symbolReader(parameters.plan)

const jsonOption: Option = { name: 'json', about: 'The plan as JSON, as in the API.' }
const designOption: Option = {
  name: 'design',
  value: 'FILE',
  about:
    'The plan of each symbol of this design, with --field for its fields. Of the other parameters there are --format, --dpi, --sheet and strict.',
}
const options = [
  designOption,
  fieldOption,
  { ...printerOption, about: 'The printer that the label is for: its resolution, stock, language, model and offset.' },
  printersOption,
  jsonOption,
  outputOption,
  exactOption,
  helpOption,
]

export const plan: Command = {
  help: () =>
    helpPage({
      title: 'quietzone plan: will the symbol on this label scan, and what else would do?',
      examples: [
        'quietzone plan --type ean13 --text 590123412345 --size 40x20 --dpi 203',
        'quietzone plan --type code128 --gs1 true --text "(10)AB-12" --application logistics',
        'quietzone plan --printer dock-3 --type code128 --text QZ-0001',
        'quietzone plan --design shelf.json --field sku=A-1 --dpi 203',
      ],
      paragraphs: [
        "Prints the module width with its limits, the height of the bars and the quiet zones, and other sizes, resolutions and symbologies with which the symbol would scan, the nearest first. The limits are those of GS1's symbol specification tables, as far as they are public: a guide, not a certificate.",
        'The exit code is 0 if the symbol scans without a doubt, 1 if there is one or if it does not fit. Words that are cut are no doubt.',
        standardInputNote,
      ],
      parameters: { table: parameters.plan, path: '/api/v1/plan' },
      options,
    }),
  async run(args, shell) {
    const read = readArguments(args, { parameters: parameters.plan, options, operands: 1 })
    const { options: chosen } = read
    const file = chosen.get('design')
    if (file !== undefined) return planOfDesign(shell, file, read)
    if (chosen.has('field') || read.lists.has('field'))
      throw new Failure(exit.usage, '--field works only with --design')
    const given = await withInput(shell, read)
    await loadNeeded(given)
    const printer = printerIn(shell, chosen)
    const readFor = printer === undefined ? readPlan : labelsReadBy(readPlan, printer).read
    const found = made(given, readFor, (request) => planOf(request, limitsOf(shell.env)))
    await write(shell, chosen.has('json') ? jsonLine(found) : printable(planText(found)), chosen.get('output'))
    return found.scans === 'yes' ? exit.done : exit.refused
  },
}

/** The printer that a label is planned for, if one is named. @throws Failure */
function printerIn(shell: Shell, chosen: Arguments['options']): Printer | undefined {
  if (chosen.has('printer')) return printerFrom(shell, chosen)
  if (chosen.has('printers')) throw new Failure(exit.usage, '--printers works only with --printer')
  return undefined
}

/** The plan of each symbol of the design in a file. @throws Failure, Refused */
async function planOfDesign(
  shell: Shell,
  file: string,
  { given, options: chosen, lists, operands }: Arguments,
): Promise<Exit> {
  const isForeign = (name: string): boolean => name === 'design' || !Object.hasOwn(parameters.designedPlan, name)
  const foreign = Object.keys(given).find(isForeign) ?? (operands.length > 0 ? 'text' : undefined)
  if (foreign !== undefined) {
    throw new Failure(exit.usage, `--${foreign} does not go with --design, which decides it`)
  }
  const design = designFrom(shell, file)
  const fields = fieldsIn(lists.get('field') ?? [], (name) => design.fields.has(name))
  await loadForDesign(design, { ...given, ...fields })
  const printer = printerIn(shell, chosen)
  const surroundings = { now: new Date() }
  const read =
    printer === undefined
      ? designReader(design, surroundings, parameters.designedPlan)
      : designLabelsFor(printer, undefined, design, surroundings).read
  const limits = limitsOf(shell.env)
  const found = made(
    { ...given, ...fields },
    (values) => read(values),
    (asked) => planDesign(asked, limits),
  )
  const text = chosen.has('json') ? jsonLine(found) : printable(designPlanText(found))
  await write(shell, text, chosen.get('output'))
  return found.scans === 'yes' ? exit.done : exit.refused
}
