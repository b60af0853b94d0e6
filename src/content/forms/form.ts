/** What a content is: fields, the text that a standard makes of them, and back. Nothing here knows the page. */

/** What people enter, by the names of fields; every field is there, empty if nothing is entered. A switch that is on is `true`. */
export type ContentValues<Name extends string = string> = { readonly [N in Name]: string }

export interface ContentField<Name extends string = string> {
  readonly name: Name
  /** One line of text by default; `date` is YYYY-MM-DD, `moment` a local date and time, YYYY-MM-DDTHH:MM. */
  readonly kind?: 'lines' | 'date' | 'moment' | 'switch' | 'choice'
  /** Of a choice, the first to begin with. */
  readonly choices?: readonly string[]
  /** What choices mean that are letters of a standard. */
  readonly meanings?: { readonly [choice: string]: string }
  readonly isRequired?: true
  /** The most characters. */
  readonly longest?: number
}

export type FaultCode =
  | 'required'
  | 'long'
  | 'characters'
  | 'password'
  | 'ascii'
  | 'address'
  | 'email'
  | 'phone'
  | 'latitude'
  | 'longitude'
  | 'order'
  | 'absent'
  | 'iban'
  | 'bic'
  | 'amount'
  | 'reference'
  | 'one'
  | 'country'
  | 'capitals'
  | 'labeler'
  | 'count'
  | 'date'
  | 'elements'
  | 'flagged'
  | 'donation'
  | 'product'
  | 'passenger'
  | 'airport'
  | 'carrier'
  | 'flight'
  | 'day'
  | 'item'
  | 'legs'

export interface FieldFault<Name extends string = string> {
  readonly field: Name
  readonly code: FaultCode
}

export interface Content<Name extends string = string> {
  /** What the text follows. */
  readonly standard: string
  readonly fields: readonly ContentField<Name>[]
  /** The text; of values without faults, one that `read` takes back. */
  write(values: ContentValues<Name>): string
  /** The values of a text that says no more than they do; undefined for others. */
  read(text: string): ContentValues<Name> | undefined
  /** What is wrong with single values, besides what each field says of itself, and with values together. */
  check(values: ContentValues<Name>): readonly FieldFault<Name>[]
  /** What the label shows in place of the text. */
  caption(values: ContentValues<Name>): string
  /** What the standard asks of the symbol, as parameters of a request. */
  readonly symbol?: { readonly [parameter: string]: string }
  /** Symbologies that carry the text, the usual one first; by default QR Code, and Data Matrix if nothing is asked of the symbol. */
  types?(values: ContentValues<Name>): readonly string[]
}

/** A fault of a field if its value is given and has not the form. */
export function formFault<Name extends string>(
  values: ContentValues<Name>,
  field: Name,
  rule: { readonly form: RegExp; readonly code: FaultCode },
): readonly FieldFault<Name>[] {
  return values[field] === '' || rule.form.test(values[field]) ? [] : [{ field, code: rule.code }]
}

/** All that is wrong with the values of a content, one fault a field. */
export function faultsOf<Name extends string>(
  content: Content<Name>,
  values: ContentValues<Name>,
): readonly FieldFault<Name>[] {
  const found = new Map<Name, FaultCode>()
  for (const { name, kind, isRequired, longest } of content.fields) {
    const value = values[name]
    if (isRequired && value.trim() === '') found.set(name, 'required')
    else if (longest !== undefined && [...value].length > longest) found.set(name, 'long')
    else if (kind === 'lines' ? /\r|[^\P{Cc}\n\t]/u.test(value) : /\p{Cc}/u.test(value)) found.set(name, 'characters')
  }
  for (const { field, code } of content.check(values)) if (!found.has(field)) found.set(field, code)
  return [...found].map(([field, code]) => ({ field, code }))
}

/** The values of fields of which only some are given. */
export function filled<Name extends string>(
  fields: readonly ContentField<Name>[],
  given: Partial<ContentValues<Name>> = {},
): ContentValues<Name> {
  return Object.fromEntries(
    fields.map(({ name, choices }) => [name, given[name] ?? choices?.[0] ?? '']),
  ) as ContentValues<Name>
}
