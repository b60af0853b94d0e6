/** The properties of the chosen element as a form, which is made from the schema of designs. */

import { designs as words } from '../../../words/designs/en.ts'
import { made } from '../../dom.ts'
import { objectIn } from '../../service.ts'
import { words as common } from '../../words.ts'
import { kindName } from '../element-names.ts'
import type { ServiceCounters } from './counters.ts'
import { type DraftElement, type DraftValue, rounded } from './draft.ts'
import { Insertion } from './insertion.ts'

type Schema = Readonly<Record<string, unknown>>

/** By kind, the properties that its elements may have. */
export type ElementSchemas = ReadonlyMap<string, Readonly<Record<string, Schema>>>

/** The schemas of elements in the schema of designs. */
export function elementSchemas(schema: unknown): ElementSchemas {
  const { elements } = objectIn(objectIn(schema).properties)
  const { oneOf } = objectIn(objectIn(elements).items)
  const kinds = Array.isArray(oneOf) ? oneOf : []
  return new Map(
    kinds.map((each) => {
      const { kind, ...properties } = objectIn(objectIn(each).properties)
      return [`${objectIn(kind).const}`, properties as Record<string, Schema>]
    }),
  )
}

/** What most elements need; the rest is behind a line that opens it. */
const usual = [
  'value',
  'type',
  'source',
  'at',
  'size',
  'from',
  'to',
  'width',
  'height',
  'face',
  'bold',
  'lines',
  'align',
  'valign',
  'text',
  'fill',
  'turn',
  'name',
] as const

/** The face that has no bold letters. */
const plainFace = 'ocrb'

interface Made {
  readonly kind: string
  /** Shows a value in the controls of a property. */
  readonly show: ReadonlyMap<string, (value: DraftValue | undefined) => void>
}

export class Properties {
  readonly element = made('section', { class: 'properties group', 'aria-label': words.editor.properties })
  readonly #changed: (property: string, value: DraftValue | undefined) => void
  readonly #chooseImage: (file: File) => void
  readonly #counters: ServiceCounters
  #insertion: Insertion | undefined
  #schemas: ElementSchemas = new Map()
  #made: Made | undefined
  /** The index of the element that is shown. */
  #of: number | undefined
  /** The names of fields that a value may have. */
  #fields: readonly string[] = []

  /** @param changed  called with another value of a property; undefined to leave it out */
  constructor(
    changed: (property: string, value: DraftValue | undefined) => void,
    chooseImage: (file: File) => void,
    counters: ServiceCounters,
  ) {
    this.#changed = changed
    this.#chooseImage = chooseImage
    this.#counters = counters
  }

  set schemas(schemas: ElementSchemas) {
    this.#schemas = schemas
    this.#made = undefined
  }

  /** Shows the properties of an element; the same controls for the same kind, since one may have the focus. */
  show(element: DraftElement | undefined, index: number | undefined, fields: readonly string[]): void {
    this.element.hidden = element === undefined
    if (element === undefined) return
    this.#fields = fields
    if (this.#made?.kind !== element.kind) this.#make(element.kind)
    if (this.#of !== index) this.#insertion?.reset()
    this.#of = index
    for (const [name, show] of this.#made?.show ?? []) show(element[name])
    const bold = this.element.querySelector<HTMLInputElement>('#property-bold')
    if (bold !== null) bold.disabled = element.face === plainFace
  }

  /** Goes to the form for a counter that the text of the element shown has numbers of. */
  makeCounter(name: string): void {
    this.#insertion?.openForm(name)
  }

  /** Goes to what is said first of an element. */
  focus(): void {
    const control = this.element.querySelector<HTMLElement>('textarea, input, select')
    control?.focus()
    if (control instanceof HTMLTextAreaElement) control.select()
  }

  #make(kind: string): void {
    this.#insertion = undefined
    const schema = this.#schemas.get(kind) ?? {}
    const names = Object.keys(schema)
    const show = new Map<string, (value: DraftValue | undefined) => void>()
    const fieldsOf = (wanted: readonly string[]): HTMLElement[] =>
      wanted.map((name) => {
        const { field, shown } = this.#fieldOf(kind, name, schema[name] ?? {})
        show.set(name, shown)
        return field
      })
    const first = fieldsOf(usual.filter((name) => names.includes(name)))
    const rest = fieldsOf(names.filter((name) => !usual.some((each) => each === name)))
    const more = made('details', {}, made('summary', {}, words.editor.more), made('div', { class: 'pairs' }, ...rest))
    this.element.replaceChildren(
      made('h2', {}, kindName(kind)),
      made('div', { class: 'pairs' }, ...first),
      ...(rest.length > 0 ? [more] : []),
    )
    this.#made = { kind, show }
  }

  #fieldOf(
    kind: string,
    name: string,
    schema: Schema,
  ): { field: HTMLElement; shown: (value: DraftValue | undefined) => void } {
    const titles: { readonly [name: string]: string } = words.editor.names
    const title = titles[name] ?? name
    const id = `property-${name}`
    const label = made('label', { for: id }, title)
    const change = (value: DraftValue | undefined): void => {
      if (name === 'face' && value === plainFace) this.#changed('bold', undefined)
      this.#changed(name, value)
    }
    if (name === 'source') return this.#sourceField(label, id)
    if (kind === 'text' && name === 'height') return letterField(id, change)
    if (Array.isArray(schema.enum)) return choiceField(label, id, schema.enum, change)
    if (schema.type === 'array') return pairField(title, id, change)
    if (schema.type === 'boolean') return tickField(title, id, change)
    if (schema.type === 'number' || schema.type === 'integer') return numberField(label, id, change)
    return name === 'value' ? this.#valueField(label, id, schema, change) : textField(label, id, schema, change)
  }

  #valueField(label: HTMLElement, id: string, schema: Schema, change: Change): Field {
    const control = made('textarea', { ...limitsOf(id, schema), rows: '2' })
    control.addEventListener('input', () => change(control.value))
    this.#insertion = new Insertion(control, this.#counters, () => this.#fields)
    const hint = made('p', { class: 'hint' }, words.editor.valueHint)
    const field = made('div', { class: 'field whole' }, label, control, hint, this.#insertion.element)
    return { field, shown: (value) => fill(control, value === undefined ? '' : `${value}`) }
  }

  #sourceField(label: HTMLElement, id: string): { field: HTMLElement; shown: () => void } {
    const input = made('input', { id, type: 'file', accept: 'image/*' })
    input.addEventListener('change', () => {
      const [file] = input.files ?? []
      if (file !== undefined) this.#chooseImage(file)
    })
    return { field: made('div', { class: 'field whole' }, label, input), shown: () => {} }
  }
}

type Field = { readonly field: HTMLElement; readonly shown: (value: DraftValue | undefined) => void }
type Change = (value: DraftValue | undefined) => void

/** Puts a text into a control that is not being edited to the same. */
function fill(control: { value: string }, text: string): void {
  if (control.value !== text) control.value = text
}

const limitsOf = (id: string, { maxLength }: Schema): Readonly<Record<string, string>> => ({
  id,
  spellcheck: 'false',
  ...(typeof maxLength === 'number' && { maxlength: `${maxLength}` }),
})

function textField(label: HTMLElement, id: string, schema: Schema, change: Change): Field {
  const control = made('input', { ...limitsOf(id, schema), type: 'text' })
  control.addEventListener('input', () => change(control.value === '' ? undefined : control.value))
  const field = made('div', { class: 'field' }, label, control)
  return { field, shown: (value) => fill(control, value === undefined ? '' : `${value}`) }
}

function choiceField(label: HTMLElement, id: string, values: readonly unknown[], change: Change): Field {
  // 3 beside '3' says the same
  const names = [...new Set(values.map((value) => `${value}`))]
  const options = names.map((name) => made('option', { value: name }, optionTitle(name)))
  const select = made('select', { id }, made('option', { value: '' }, words.editor.automatic), ...options)
  const isNumber = values.every((value) => typeof value === 'number')
  select.addEventListener('change', () => {
    const { value } = select
    change(value === '' ? undefined : isNumber ? Number(value) : value)
  })
  return { field: made('div', { class: 'field' }, label, select), shown: (value) => fill(select, `${value ?? ''}`) }
}

function optionTitle(value: string): string {
  const titles: { readonly [value: string]: string } = words.editor.values
  const symbologies = document.querySelector<HTMLTemplateElement>('#symbologies')?.content
  return titles[value] ?? symbologies?.querySelector(`option[value="${CSS.escape(value)}"]`)?.textContent ?? value
}

function tickField(title: string, id: string, change: Change): Field {
  const input = made('input', { id, type: 'checkbox' })
  input.addEventListener('change', () => change(input.checked ? true : undefined))
  const field = made('div', { class: 'field' }, made('label', { class: 'tick', for: id }, input, ' ', title))
  return {
    field,
    shown: (value) => {
      input.checked = value === true || value === 'true'
    },
  }
}

/** A field of numbers takes a comma as well as a point, whatever the language of the browser. */
const numberInput = (id: string): HTMLInputElement =>
  made('input', { id, type: 'text', inputmode: 'decimal', autocomplete: 'off' })

function numberOf({ value }: HTMLInputElement): number | undefined {
  const text = value.trim().replace(',', '.')
  return text === '' || Number.isNaN(Number(text)) ? undefined : Number(text)
}

/** Another number is shown; one that is being typed, as 3. on the way to 3.5, stays. */
function fillNumber(input: HTMLInputElement, value: unknown): void {
  if (typeof value !== 'number') input.value = ''
  else if (numberOf(input) !== value) input.value = `${value}`.replace('.', common.decimalSign)
}

function numberField(label: HTMLElement, id: string, change: Change): Field {
  const input = numberInput(id)
  input.addEventListener('input', () => change(numberOf(input)))
  return { field: made('div', { class: 'field' }, label, input), shown: (value) => fillNumber(input, value) }
}

/** mm of a point. */
const point = 25.4 / 72

/** The height of letters in mm and in points. */
function letterField(id: string, change: Change): Field {
  const [millimetres, points] = [numberInput(id), numberInput(`${id}-points`)]
  millimetres.addEventListener('input', () => change(numberOf(millimetres)))
  points.addEventListener('input', () => {
    const given = numberOf(points)
    change(given === undefined ? undefined : rounded(given * point))
  })
  const { letters, inMillimetres, inPoints } = words.editor
  const labelled = [
    made('label', {}, made('span', {}, inMillimetres), millimetres),
    made('label', {}, made('span', {}, inPoints), points),
  ]
  return {
    field: made('fieldset', { class: 'field sides-pair' }, made('legend', {}, letters), ...labelled),
    shown: (value) => {
      fillNumber(millimetres, value)
      // points that are being typed stay, though they are rounded to hundredths of a millimetre
      const inTenths = typeof value === 'number' ? Math.round((value / point) * 10) / 10 : undefined
      if (document.activeElement !== points) fillNumber(points, inTenths)
    },
  }
}

function pairField(title: string, id: string, change: Change): Field {
  const isSize = id.endsWith('size')
  const [first, second] = isSize ? [words.editor.width, words.editor.height] : [words.editor.x, words.editor.y]
  const inputs = [numberInput(id), numberInput(`${id}-2`)] as const
  for (const input of inputs) {
    input.addEventListener('input', () => {
      const [a, b] = inputs.map(numberOf)
      if (a !== undefined && b !== undefined) change([a, b])
    })
  }
  const labelled = inputs.map((input, i) => made('label', {}, made('span', {}, i === 0 ? first : second), input))
  const field = made('fieldset', { class: 'field sides-pair' }, made('legend', {}, title), ...labelled)
  return {
    field,
    shown: (value) => {
      if (Array.isArray(value)) for (const [i, input] of inputs.entries()) fillNumber(input, value[i])
    },
  }
}
