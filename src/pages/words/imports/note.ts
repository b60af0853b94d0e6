/** Notes on imported files in their parts, of which the last is a sentence. */

const form =
  /^(?:object (?<number>\d+), (?<kind>\w+|"(?:[^"\\]|\\.)*")(?: (?<name>"(?:[^"\\]|\\.)*"))?|variable (?<variable>[^:]*)|(?<label>the label)): (?<rest>.*)$/s

/** What a note is about, and what it says of it. */
export interface NoteParts {
  /** An object of the file: its number, its kind and its name; empty if it has none. */
  readonly object?: { readonly number: string; readonly kind: string; readonly name: string }
  readonly variable?: string
  /** Whether it is about the label. */
  readonly isOfLabel: boolean
  readonly sentence: string
}

export function noteParts(note: string): NoteParts {
  const { number, kind = '', name = '', variable, label, rest = note } = form.exec(note)?.groups ?? {}
  return {
    ...(number !== undefined && { object: { number, kind, name } }),
    ...(variable !== undefined && { variable }),
    isOfLabel: label !== undefined,
    sentence: rest,
  }
}
