/** Fields of gLabels, as fields of a design: by names that parameters can have. */

import { quoted } from '../../../symbologies/messages.ts'
import { longestValue, reservedNames } from '../field-values.ts'
import { longestTitle, mostParts } from '../reader.ts'
import { fieldName } from '../template.ts'

/** A part of a text. */
export type TextPart = string | FieldPart

/** A line on which nothing else stands is left out with its empty value if `isLine`. */
export interface FieldPart {
  readonly field: string
  readonly isLine?: boolean
}

interface ImportedField {
  readonly name: string
  readonly default: string
}

/** The fields that a file names, by what it calls them. */
export class ImportedFields {
  readonly #fields = new Map<string, ImportedField>()
  readonly #note: (message: string) => void

  /** @param note  is given what there is to say */
  constructor(note: (message: string) => void) {
    this.#note = note
  }

  /** A field with the value of a variable. */
  declare(key: string, value: string): void {
    this.#add(key, value)
  }

  /** Text for the value of an element. */
  template(parts: readonly TextPart[]): string {
    return parts.map((part) => (typeof part === 'string' ? part.replaceAll('{', '{{') : this.#placeOf(part))).join('')
  }

  /** A text of gLabels 4, with `${key}`, `${key:%05d}`, `${key:=default}` and `${key:n}` in it. */
  partsOf(text: string): readonly TextPart[] {
    const parts: TextPart[] = []
    let end = 0
    for (const { 0: whole, 1: key = '', 2: modifiers = '', index } of text.matchAll(placeForm)) {
      if (index > end) parts.push(text.slice(end, index))
      end = index + whole.length
      const found = this.#add(key, '')
      let isLine = false
      for (const [, modifier = ''] of modifiers.matchAll(modifierForm)) {
        if (modifier.startsWith('=')) this.#defaultOf(key, found, modifier.slice(1).replace(/\\(.)/gs, '$1'))
        else if (modifier === 'n') isLine = true
        else this.#note(`field ${quoted(key)}: its form ${quoted(modifier)}: designs have values as they are given`)
      }
      if (isLine) this.#startLine(parts, key, text.slice(end))
      else parts.push({ field: key })
    }
    return end < text.length ? [...parts, text.slice(end)] : parts
  }

  /** gLabels 4 begins a line before `${key:n}` where the field has a value. @param rest  of the text behind it */
  #startLine(parts: TextPart[], key: string, rest: string): void {
    const isAlone = rest === '' || /^\$\{[^}]*:n\}/.test(rest)
    if (!isAlone) this.#note(`field ${quoted(key)}: where it is empty, what stands behind it is on a line of its own`)
    parts.push('\n', { field: key, isLine: isAlone })
  }

  /** As a design has them. */
  json(): { readonly [name: string]: object } {
    return Object.fromEntries(
      [...this.#fields].map(([key, field]) => [
        field.name,
        {
          ...(key !== field.name && { title: key.slice(0, longestTitle) }),
          ...(field.default !== '' && { default: field.default }),
        },
      ]),
    )
  }

  #placeOf({ field, isLine = false }: FieldPart): string {
    return `{${this.#add(field, '').name}${isLine ? '|line' : ''}}`
  }

  #defaultOf(key: string, field: ImportedField, value: string): void {
    if (value.length <= longestValue) this.#fields.set(key, { ...field, default: value })
  }

  #add(key: string, value: string): ImportedField {
    const known = this.#fields.get(key)
    if (known !== undefined) return known
    if (this.#fields.size >= mostParts.fields) throw new TooManyFields()
    const field = { name: this.#nameOf(key), default: value.length > longestValue ? '' : value }
    this.#fields.set(key, field)
    if (field.name !== key) this.#note(`field ${quoted(key)} is called ${field.name}`)
    return field
  }

  /** A name that fields can have, and none of the others has. */
  #nameOf(key: string): string {
    const letters = key.slice(0, 200).normalize('NFD').replace(/\p{M}/gu, '')
    const words = letters.split(/[^A-Za-z0-9_]+/)
    const plain = words.filter((word) => word !== '').join('-')
    const start = /^[A-Za-z]/.test(plain) ? plain : `column-${plain}`.replace(/-$/, '')
    const taken = new Set([...this.#fields.values()].map(({ name }) => name))
    for (let number = 1; ; number++) {
      const end = number === 1 ? '' : `-${number}`
      const name = `${start.slice(0, 40 - end.length)}${end}`
      if (fieldName.test(name) && !reservedNames.includes(name) && !taken.has(name)) return name
    }
  }
}

/** A design has only so many fields. */
export class TooManyFields extends Error {
  constructor() {
    super(`a design has ${mostParts.fields} fields at the most`)
  }
}

const placeForm = /\$\{([\p{L}\p{Nd}_-]{1,200})((?::(?:=(?:\\.|[^:}\\])*|%[^:}]*|n))*)\}/gsu
const modifierForm = /:(=(?:\\.|[^:}\\])*|%[^:}]*|n)/gs
