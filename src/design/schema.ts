/** Designs as JSON Schema (draft 2020-12), by which editors complete and check them while they are written. */

import { profileNames } from '../content/profile-names.ts'
import { orientations, sizePattern } from '../layout/stock.ts'
import { type Parameter, type Parameters, valueText } from '../request/parameter.ts'
import { aligns, faces, modes, turns, valigns } from './design.ts'
import {
  lengthRange,
  lettersRange,
  lineRange,
  longestSource,
  longestTemplate,
  placeRange,
  thresholdRange,
  widthRange,
} from './element-reader.ts'
import { longestValue, reservedNames } from './field-values.ts'
import type { NumberRange } from './json-fields.ts'
import { longestSourceOfPattern } from './pattern.ts'
import { longestTitle, mostParts, nameForm } from './reader.ts'
import { labelNames, labelParameters, symbolNames, symbolParameters } from './symbol-parameters.ts'
import { fieldName } from './template.ts'

type Schema = { readonly [keyword: string]: unknown }

const number = ({ least, most, isWhole }: NumberRange, description: string): Schema => ({
  type: isWhole ? 'integer' : 'number',
  minimum: least,
  maximum: most,
  description,
})

const pair = (range: NumberRange, description: string): Schema => ({
  type: 'array',
  items: { type: 'number', minimum: range.least, maximum: range.most },
  minItems: 2,
  maxItems: 2,
  description,
})

const text = (maxLength: number, description: string): Schema => ({ type: 'string', maxLength, description })
const words = (all: readonly (string | number)[], description: string): Schema => ({ enum: all, description })
const flag = (description: string): Schema => ({ type: 'boolean', description })

/** An object that has no other fields than these. */
const object = (properties: Readonly<Record<string, Schema>>, required: readonly string[]): Schema => ({
  type: 'object',
  properties,
  required,
  additionalProperties: false,
})

const value = text(
  longestTemplate,
  'Text with {field}, {field|line}, {today}, {today+30d|yyMMdd}, {row}, {serial:name|6}; {{ is a brace.',
)

const named = {
  name: { type: 'string', pattern: '^[ -~]{1,40}$', description: 'What messages call the element.' },
  turn: words(turns, 'Degrees clockwise; 0 by default. The box stays where it is.'),
}
const boxed = {
  ...named,
  at: pair(placeRange, 'The upper left corner of the box: mm from the left and from the top of the label.'),
  size: pair(lengthRange, 'The width and the height of the box in mm.'),
}
const aligned = {
  ...boxed,
  align: words(aligns, 'left by default for text, else center.'),
  valign: words(valigns, 'top by default for text, else middle.'),
}
const line = number(widthRange, 'The width of the line in mm, one dot at the least; 0.25 by default.')

/** By its kind, what an element has, and what it cannot be without. */
const elements: Readonly<Record<string, readonly [Readonly<Record<string, Schema>>, readonly string[]]>> = {
  text: [
    {
      ...aligned,
      value,
      height: number(lettersRange, 'The size of the letters, an em, in mm; by default the largest that fits.'),
      lines: number(lineRange, 'The most lines; 1 by default.'),
      face: words(faces, 'The letters: sans by default; condensed ones are narrower.'),
      bold: flag('Whether its letters are bold; not by default. Those of ocrb cannot be.'),
    },
    ['at', 'size', 'value'],
  ],
  symbol: [
    {
      ...aligned,
      value,
      text: flag('Whether the text of the symbol is shown at it; not by default.'),
      ...parameterSchemas(symbolNames, symbolParameters),
    },
    ['at', 'size', 'type', 'value'],
  ],
  label: [
    {
      ...boxed,
      value,
      title: { ...value, description: 'Words above all, in larger print. They have fields as the value has.' },
      caption: {
        ...value,
        description: 'Words in place of the text of the symbol. They have fields as the value has.',
      },
      ...parameterSchemas(labelNames, labelParameters),
    },
    ['type', 'value'],
  ],
  line: [
    {
      ...named,
      from: pair(placeRange, 'One end, in mm.'),
      to: pair(placeRange, 'The other end, in mm.'),
      width: line,
    },
    ['from', 'to'],
  ],
  ...Object.fromEntries(
    ['box', 'ellipse'].map((kind) => [
      kind,
      [{ ...boxed, width: line, fill: flag('Whether it is filled; not by default.') }, ['at', 'size']] as const,
    ]),
  ),
  image: [
    {
      ...aligned,
      source: text(longestSource, 'The name of a PNG file beside the design, or a PNG as data:image/png;base64,…'),
      mode: words(modes, 'How greys become black or white; threshold by default.'),
      threshold: number(thresholdRange, 'The grey below which a dot is black; 128 by default.'),
    },
    ['at', 'size', 'source'],
  ],
}

function parameterSchemas(names: readonly string[], table: Parameters): Readonly<Record<string, Schema>> {
  return Object.fromEntries(names.map((name) => [name, parameterSchema(table[name]!)]))
}

/** The values of a parameter, as a JSON text has them. */
function parameterSchema(parameter: Parameter): Schema {
  const description = parameter.purpose ?? parameter.title
  const described = description === undefined ? {} : { description }
  switch (parameter.kind) {
    case 'word': {
      // 3 stands for the word '3', and true for 'true'
      const others = parameter.words.flatMap((word) => [Number(word), word === 'true', word !== 'false'])
      const plain = others.filter((other) => parameter.words.includes(valueText(other) as string))
      return { enum: [...new Set<string | number | boolean>([...parameter.words, ...plain])], ...described }
    }
    case 'flag':
      return { type: 'boolean', ...described }
    case 'integer':
    case 'number':
      return { type: parameter.kind, minimum: parameter.least, maximum: parameter.most, ...described }
    case 'form':
      return {
        type: ['string', 'integer'],
        maxLength: parameter.longest,
        pattern: parameter.pattern.source,
        ...described,
      }
    case 'domain':
    case 'text':
      return { type: 'string', maxLength: parameter.longest, ...described }
  }
}

const field = object(
  {
    title: text(longestTitle, 'What forms call the field.'),
    required: flag('Whether every label needs a value; not by default.'),
    default: text(longestValue, 'The value of labels that give none; empty by default.'),
    sample: text(longestValue, 'The value with which the design is shown.'),
    pattern: text(
      longestSourceOfPattern,
      'What the whole value matches: a regular expression without references, assertions and lazy quantifiers.',
    ),
  },
  [],
)

/** The schema of a design. */
export const designSchema: Schema = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  title: 'A design of labels',
  ...object(
    {
      $schema: { type: 'string', description: 'Where this schema is, for editors.' },
      name: { type: 'string', pattern: nameForm.source, description: 'What requests call the design.' },
      title: text(longestTitle, 'What people call it.'),
      size: {
        type: 'string',
        pattern: sizePattern.source,
        description: 'Of the label, as it is read: width x height, such as 57x32mm; or the name of a stock.',
      },
      orientation: words(
        orientations,
        'Whether the longer side is across (landscape) or down; as size says by default.',
      ),
      profile: words(
        profileNames,
        'The published label whose rules its labels are judged by as well; none by default.',
      ),
      fields: {
        type: 'object',
        description: 'What is filled in for each label, by name.',
        propertyNames: { pattern: fieldName.source, not: { enum: reservedNames } },
        additionalProperties: field,
        maxProperties: mostParts.fields,
      },
      elements: {
        type: 'array',
        description: 'What is on the label, in the order in which it is drawn.',
        maxItems: mostParts.elements,
        items: {
          type: 'object',
          required: ['kind'],
          oneOf: Object.entries(elements).map(([kind, [properties, required]]) =>
            object({ kind: { const: kind }, ...properties }, ['kind', ...required]),
          ),
        },
      },
    },
    ['name', 'size', 'elements'],
  ),
}
