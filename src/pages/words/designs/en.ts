/** What the page of designs says by its script, in English. */

export const designs = {
  about: (name: string, size: string) => `${name}, ${size}`,
  required: 'Required.',
  otherwise: (value: string) => `Without a value: ${value}`,
  pattern: (pattern: string) => `Form: ${pattern}`,
  withSamples: (fields: readonly string[]) => `The picture has samples for: ${fields.join(', ')}.`,
  saved: (name: string) => `Saved as ${name}.`,
  copies: 'Copies',
  rows: (count: number) => (count === 1 ? '1 row' : `${count} rows`),
  ofRow: (row: number, what: string) => `Row ${row}: ${what}`,
  more: (count: number) => `and ${count} more`,
  kinds: {
    text: 'Text',
    symbol: 'Symbol',
    line: 'Line',
    box: 'Box',
    ellipse: 'Ellipse',
    image: 'Image',
  },
}

/** What a language says of designs: all that English says. */
export type DesignWords = typeof designs
