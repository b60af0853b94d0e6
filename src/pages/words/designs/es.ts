/** What the page of designs says by its script, in Spanish. */

import type { DesignWords } from './en.ts'

export const designs: DesignWords = {
  about: (name, size) => `${name}, ${size}`,
  required: 'Necesario.',
  otherwise: (value) => `Sin valor: ${value}`,
  pattern: (pattern) => `Forma: ${pattern}`,
  withSamples: (fields) => `La imagen tiene ejemplos de: ${fields.join(', ')}.`,
  saved: (name) => `Guardado como ${name}.`,
  copies: 'Copias',
  rows: (count) => (count === 1 ? '1 fila' : `${count} filas`),
  ofRow: (row, what) => `Fila ${row}: ${what}`,
  more: (count) => `y ${count} más`,
  kinds: {
    text: 'Texto',
    symbol: 'Símbolo',
    line: 'Línea',
    box: 'Recuadro',
    ellipse: 'Elipse',
    image: 'Imagen',
  },
}
