/** Reports as JSON Schema (draft 2020-12), for those who read them. */

import { symbologies } from '../../../symbologies/catalogue.ts'
import { contentNames } from '../../content/index.ts'

type Schema = { readonly [keyword: string]: unknown }

/** An object that has no other fields than these. */
const object = (properties: Readonly<Record<string, Schema>>, required: readonly string[]): Schema => ({
  type: 'object',
  properties,
  required,
  additionalProperties: false,
})
const list = (items: Schema, description: string, more: Schema = {}): Schema => ({
  type: 'array',
  items,
  description,
  ...more,
})
const text = (description: string): Schema => ({ type: 'string', description })
const ref = (name: string): Schema => ({ $ref: `#/$defs/${name}` })
const whole = (minimum: number, maximum?: number): Schema => ({
  type: 'integer',
  minimum,
  ...(maximum !== undefined && { maximum }),
})

const verdict: Schema = {
  enum: ['conforming', 'faults', 'unreadable'],
  description: 'conforming: no faults, though perhaps notes; unreadable: nothing that could be checked.',
}

const symbol: Readonly<Record<string, Schema>> = {
  symbology: { enum: symbologies },
  text: text('What the symbol carries, if it could be read.'),
  addon: { type: 'string', pattern: '^([0-9]{2}|[0-9]{5})$', description: 'The add-on beside an EAN or UPC symbol.' },
  gs1: ref('gs1'),
  content: ref('content'),
  x: { ...ref('length'), description: 'The width of a module, if the resolution is known.' },
  barHeight: { ...ref('length'), description: 'The height of the bars of a linear symbol.' },
  corners: list(
    object({ x: { type: 'number' }, y: { type: 'number' } }, ['x', 'y']),
    'Upper left, upper right, lower right, lower left of the symbol as it is read, in pixels; in modules where no picture was given.',
    { minItems: 4, maxItems: 4 },
  ),
  version: text('7, M2, 26x26: rows and columns.'),
  level: { enum: ['L', 'M', 'Q', 'H'] },
  mask: whole(0, 7),
  eci: list(whole(0, 999_999), 'The ECIs, in the order in which they are designated.'),
  codewords: list(
    whole(0, 255),
    'Data codewords as error correction left them; of Code 128 the values of all symbol characters but the stop character.',
  ),
  structuredAppend: object(
    { part: whole(1, 16), parts: whole(2, 16), fileid: list(whole(1, 254), 'Of Data Matrix.') },
    ['part', 'parts'],
  ),
  fnc: list(
    object({ name: { enum: ['FNC1', 'FNC2', 'FNC3', 'FNC4'] }, at: whole(0) }, ['name', 'at']),
    'The function characters, by their index in codewords.',
  ),
  verdict,
  findings: list(ref('finding'), 'Clause by clause.'),
  modules: {
    ...object(
      {
        rows: list({ type: 'string', pattern: '^[01]+$' }, 'From the upper left, 1 is dark.'),
        quiet: object({ left: whole(0), right: whole(0), top: whole(0), bottom: whole(0) }, [
          'left',
          'right',
          'top',
          'bottom',
        ]),
        reference: list({ type: 'string', pattern: '^[01]+$' }, 'Those of the symbol that it was compared with.'),
      },
      ['rows', 'quiet'],
    ),
    description: 'Where they are asked for: the modules of the upright symbol as they were read.',
  },
}

const gs1: Schema = object(
  {
    form: { enum: ['elements', 'link', 'gtin'] },
    dictionary: text('The release of the GS1 Barcode Syntax Dictionary that it is judged by: a date.'),
    raw: text('As element strings, with ^ for FNC1.'),
    bracketed: text('With brackets round the AIs, as requests take it.'),
    humanReadable: text('With brackets round the AIs.'),
    link: {
      type: ['string', 'null'],
      description: 'The GS1 Digital Link URI; null without a key for it, or with faults.',
    },
    elements: list(
      object(
        {
          ai: text('The application identifier.'),
          title: text('As GS1 calls it.'),
          value: { type: 'string' },
          parts: list(
            object({ kind: { type: 'string' }, value: { type: 'string' }, meaning: { type: 'string' } }, [
              'kind',
              'value',
            ]),
            'What the value consists of, and what it means; empty if it is not right.',
          ),
          separator: { type: 'boolean', description: 'Whether FNC1 follows it in a symbol.' },
        },
        ['ai', 'title', 'value', 'parts', 'separator'],
      ),
      'The element strings.',
    ),
  },
  ['form', 'dictionary', 'raw', 'bracketed', 'humanReadable', 'link', 'elements'],
)

const span: Schema = {
  ...object({ start: whole(0), end: whole(0) }, ['start', 'end']),
  description: 'UTF-16 code units of the text from 0, the end not included.',
}

const content: Schema = {
  ...object(
    {
      kind: { enum: contentNames },
      standard: text('What the kind is judged by, with its edition.'),
      elements: list(
        object(
          {
            id: text('As the standard names it.'),
            title: { type: 'string' },
            value: { type: 'string' },
            span,
            meaning: { type: 'string' },
          },
          ['id', 'title', 'value', 'span'],
        ),
        'In the order of the text.',
      ),
      faults: list(
        object(
          {
            code: { type: 'string' },
            message: { type: 'string' },
            span,
            suggestion: text('The whole text with this repaired.'),
          },
          ['code', 'message', 'span'],
        ),
        'What the standard forbids.',
      ),
      notJudged: list(
        object({ span, because: { type: 'string' } }, ['span', 'because']),
        'Parts of which nothing public says how to judge them.',
      ),
      repaired: text('The whole text without any of the faults.'),
    },
    ['kind', 'standard', 'elements', 'faults', 'notJudged'],
  ),
  description: 'What the text says, if it is surely meant as one of the kinds and is not a GS1 message.',
}

const finding: Schema = object(
  {
    code: text('Stable: the symbology and what was checked, such as qr.format.copy2.'),
    kind: { enum: ['fault', 'note', 'pass'] },
    clause: text('Standard, edition and clause; none for a rule of this program.'),
    message: text('The rule if the symbol keeps it, otherwise what is wrong.'),
    modules: list(
      object({ row: { type: 'integer' }, column: { type: 'integer' } }, ['row', 'column']),
      'Those that are wrong, from the upper left of the upright symbol, from 0; in a quiet zone negative or past the end.',
    ),
    gs1: object(
      { code: { type: 'string' }, ai: { type: 'string' }, rule: { type: 'string' }, from: whole(0), to: whole(0) },
      ['from', 'to'],
    ),
  },
  ['code', 'kind', 'clause', 'message'],
)

/** The schema of a report: of `quietzone check --json`, a line for each picture, and of `POST /api/v1/check`. */
export const reportSchema: Schema = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  title: 'A report on the symbols in a picture',
  ...object(
    {
      schema: { const: 1 },
      tool: object({ name: { const: 'quietzone' }, version: { type: 'string' } }, ['name', 'version']),
      file: text('As it was given; not over HTTP.'),
      ...symbol,
      findings: list(
        ref('finding'),
        'Those of the only symbol, or why no symbol could be checked; of several symbols what is said of all together.',
      ),
      symbols: list(
        object(symbol, ['symbology', 'corners', 'verdict', 'findings']),
        'The largest first; of one symbol all of it stands beside symbols too.',
      ),
      drawn: {
        ...object({ width: whole(1), height: whole(1), dpi: { type: 'number' }, page: whole(1), pages: whole(1) }, [
          'width',
          'height',
        ]),
        description:
          'How a page of a PDF or an SVG was drawn to be read: in pixels, how many of them an inch, and which of how many it is.',
      },
      error: object({ code: { type: 'string' }, message: { type: 'string' } }, ['code', 'message']),
      grades: {
        type: 'object',
        description: 'Where they are asked for over HTTP: as quietzone grade --json prints them.',
      },
    },
    ['schema', 'tool', 'symbols', 'verdict', 'findings'],
  ),
  $defs: {
    gs1,
    content,
    finding,
    length: object({ mm: { type: 'number' }, pixels: { type: 'number' }, perMetre: { type: 'number' } }, [
      'mm',
      'pixels',
      'perMetre',
    ]),
  },
}
