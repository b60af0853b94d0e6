/** `quietzone design`: is this file a design, and what do its labels look like? */

import { quoted } from '../../symbologies/messages.ts'
import { composeDesign, type DesignRequest } from '../design/compose.ts'
import { type Design, templatesOf } from '../design/design.ts'
import { fieldValues, sampleValues } from '../design/field-values.ts'
import { heldTo } from '../design/request.ts'
import { designSchema } from '../design/schema.ts'
import { faceOf } from '../design/text-element.ts'
import { drawn as drawnFile } from '../draw/document.ts'
import { type Composition, labelFile } from '../draw/drawing.ts'
import { warningText } from '../plan/warning.ts'
import type { GivenValues } from '../request/parameter.ts'
import { parameters } from '../request/params.ts'
import { requestReader } from '../request/reader.ts'
import { firstFaults } from '../request/sheets.ts'
import { loadHarfBuzz } from '../text/installed-fonts.ts'
import { needsFonts } from '../text/needed-fonts.ts'
import { helpOption, readArguments } from './arguments.ts'
import { type Command, exit, Failure, type Option } from './command.ts'
import { designFrom } from './design-endpoint.ts'
import { importDesign, importOption } from './design-import.ts'
import { accepted, type DrawingLimits, isVerified, limitsOf, loadNeeded, made, sound } from './endpoints.ts'
import { helpPage } from './help.ts'
import { imageOption, printLine, printMessage, refuseTerminal, withFormatOf, write } from './output.ts'

export const fieldOption: Option = {
  name: 'field',
  short: 'f',
  value: 'NAME=VALUE',
  isRepeated: true,
  about:
    'The value of a field; may be given for each. Fields that are not given have their samples in a check, their defaults in a drawing.',
}

const schemaOption: Option = {
  name: 'schema',
  about: 'Print the JSON Schema of designs, by which editors complete and check them.',
}

const options = [fieldOption, imageOption, importOption, schemaOption, helpOption]

const { design: _, format, ...others } = parameters.designed
const drawn = { format: { ...format, default: 'png' }, ...others } as const
const readDrawn = requestReader(drawn, undefined, firstFaults)

export const design: Command = {
  help: () =>
    helpPage({
      title: 'quietzone design: check a design of labels, and draw one of them',
      examples: [
        'quietzone design shelf.json',
        "quietzone design shelf.json -f sku=A-1 -f 'name=Bolt M8' --dpi 203 -o label.png",
        'quietzone design --schema > design.schema.json',
        'quietzone design --import shelf.glabels -o shelf.json',
      ],
      paragraphs: [
        'A design is a JSON file with the size of a label, fields, and elements in their places; docs/designs.md has all of it.',
        'Without --field and -o the file is checked, and a label with its sample values laid out: every mistake is printed with its line, every doubt as a warning.',
        'The exit code is 0 if there is neither, 1 if there is a warning in a check, or if a label cannot be drawn, and 3 if the file is not a design.',
      ],
      parameters: { table: drawn, path: '/api/v1/label' },
      options,
      operands: 'files',
    }),
  async run(args, shell) {
    const { given, options: chosen, lists, operands } = readArguments(args, { parameters: drawn, options, operands: 1 })
    if (chosen.has('schema')) {
      await printLine(shell, JSON.stringify(designSchema))
      return exit.done
    }
    const glabels = chosen.get('import')
    const [file] = operands
    if (glabels !== undefined) {
      if (file !== undefined) throw new Failure(exit.usage, `--import ${glabels}: no other file is read beside it`)
      return importDesign(shell, glabels, chosen.get('output'))
    }
    if (file === undefined) throw new Failure(exit.usage, 'no design given; name its file')
    const found = designFrom(shell, file)
    const output = chosen.get('output')
    const fields = fieldsIn(lists.get('field') ?? [], (name) => found.fields.has(name))
    const isCheck = output === undefined && lists.get('field') === undefined
    const request = accepted(readDrawn(withFormatOf(output, given)))
    const limits = limitsOf(shell.env)
    const values = isCheck ? sampleValues(found) : fields
    const lacking = isCheck ? fieldValues(found, values).faults.map(({ parameter }) => parameter) : []
    if (lacking.length > 0) {
      await printLine(
        shell,
        `${summary(found, file)}; no label was laid out, without a sample of ${lacking.join(', ')}`,
      )
      return exit.done
    }
    await loadForDesign(found, { ...values, ...given })
    const drawnRequest = isCheck ? { numberOf: sampleNumber, verify: false } : { verify: isVerified(request, limits) }
    const composed = composedWith(heldTo(found, request.profile), values, { ...request, ...drawnRequest }, limits)
    for (const warning of composed.warnings) printMessage(shell, `quietzone: warning: ${warningText(warning)}`)
    if (isCheck) {
      const { length } = composed.warnings
      await printLine(shell, `${summary(found, file)}; ${length === 0 ? 'no warnings' : count(length, 'warning')}`)
      return length > 0 ? exit.refused : exit.done
    }
    if ((output ?? '-') === '-') refuseTerminal(shell, request.format)
    const { bytes } = sound(() => drawnFile(composed, labelFile(request), isVerified(request, limits)))
    await write(shell, bytes, output)
    return exit.done
  },
}

/** What --field gives, by name. @throws Failure for a value without a name, or of a field that the design has not */
export function fieldsIn(list: readonly string[], isField: (name: string) => boolean): GivenValues {
  const given: Record<string, string | string[]> = {}
  for (const pair of list) {
    const [, name, value] = /^([^=]+)=(.*)$/s.exec(pair) ?? []
    if (name === undefined || value === undefined) {
      throw new Failure(exit.usage, `--field: ${quoted(pair)} is not NAME=VALUE`)
    }
    if (!isField(name)) throw new Failure(exit.usage, `--field: ${quoted(name)} is not a field of the design`)
    given[name] = given[name] === undefined ? value : [given[name], value].flat()
  }
  return given
}

/** Loads what labels of a design need with these values: what shapes letters beyond Latin, and those of bold and condensed texts. */
export async function loadForDesign(design: Design, given: GivenValues): Promise<void> {
  await loadNeeded({ ...given, design: JSON.stringify(textsOf(design)) })
  if (design.elements.some((element) => element.kind === 'text' && needsFonts([], faceOf(element))))
    await loadHarfBuzz()
}

/** The texts of a design that do not come from fields. */
function textsOf({ elements, fields }: Design): readonly string[] {
  const pieces = elements.flatMap(templatesOf).flat()
  return [
    ...pieces.flatMap((piece) => (piece.kind === 'text' ? [piece.text] : [])),
    ...[...fields.values()].map((field) => field.default),
  ]
}

/** What a counter may give: a check is without any. */
const sampleNumber = () => ({ value: 1, text: '000001', sscc: '000000000000000017' })

type DrawnRequest = Omit<DesignRequest, 'design' | 'given' | 'row' | 'now'>

/** @throws Refused */
function composedWith(found: Design, given: GivenValues, request: DrawnRequest, limits: DrawingLimits): Composition {
  return made(
    given,
    (values) => ({ request: { ...request, design: found, given: values, row: 1, now: new Date() }, faults: [] }),
    (label) => composeDesign(label, limits),
  )
}

function summary({ name, size, fields, elements }: Design, file: string): string {
  return `${file}: design ${name}, ${size}, ${count(fields.size, 'field')}, ${count(elements.length, 'element')}`
}

const count = (number: number, noun: string): string => `${number} ${noun}${number === 1 ? '' : 's'}`
