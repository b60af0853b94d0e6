/** What the page of designs says by its script, in German. */

import type { DesignWords } from './en.ts'

export const designs: DesignWords = {
  about: (name, size) => `${name}, ${size}`,
  required: 'Nötig.',
  otherwise: (value) => `Ohne Wert: ${value}`,
  pattern: (pattern) => `Form: ${pattern}`,
  withSamples: (fields) => `Das Bild zeigt Beispiele für: ${fields.join(', ')}.`,
  saved: (name) => `Gesichert als ${name}.`,
  copies: 'Anzahl',
  rows: (count) => (count === 1 ? '1 Zeile' : `${count} Zeilen`),
  ofRow: (row, what) => `Zeile ${row}: ${what}`,
  more: (count) => `und ${count} weitere`,
  kinds: {
    text: 'Text',
    symbol: 'Symbol',
    line: 'Linie',
    box: 'Rahmen',
    ellipse: 'Ellipse',
    image: 'Bild',
  },
}
