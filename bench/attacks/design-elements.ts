/** Designs in a body whose elements cost more than they show: large texts, shapes over each other, symbols of the largest size. */

import { bodyOf } from './design-pictures.ts'

const many = (count: number, element: (i: number) => object): readonly object[] =>
  Array.from({ length: count }, (_, i) => element(i))

const whole = { at: [0, 0], size: [300, 300] } as const
const text = 'The quick brown fox 日本語 שלום 12/34-56 '

/** By what they are made of; all are shorter than the 262,144 characters of a design in a body. */
export const costlyDesigns: Readonly<Record<string, readonly object[]>> = {
  'letters as large as the label': many(200, (i) => ({ kind: 'text', ...whole, value: 'WM'[i % 2], height: 200 })),
  'long texts': many(60, (i) => ({ kind: 'text', ...whole, value: `${i}${text.repeat(25)}`, lines: 60 })),
  'long texts that shrink': many(60, (i) => ({
    ...{ kind: 'text', at: [0, i], size: [200 + i, 300 - i], value: `${i}${text.repeat(25)}`, lines: 20 + (i % 40) },
  })),
  ellipses: many(200, () => ({ kind: 'ellipse', ...whole })),
  'texts and lines': many(200, (i) =>
    i % 2 === 0
      ? { kind: 'text', at: [0, 0], size: [300, 300], value: `${i}WWWWWWWWWWWWWWWWWWW`, height: 9 }
      : { kind: 'line', from: [0, i], to: [40, 40 + i / 4], width: 0.05 },
  ),
  symbols: many(20, (i) => ({
    ...{ kind: 'symbol', type: i % 2 === 0 ? 'qr' : 'datamatrix', ...whole, value: `${i}${'aB3$'.repeat(390)}` },
  })),
  'symbols over each other': many(200, (i) =>
    i < 20
      ? { kind: 'symbol', type: 'qr', ...whole, value: `${i}` }
      : { kind: 'line', from: [0, i], to: [100, 40], width: 0.05 },
  ),
}

export const name = 'designs with costly elements'

export function* requests(): Iterable<{ method: string; path: string; headers: object; body: Uint8Array }> {
  const headers = { 'Content-Type': 'application/json' }
  for (const elements of Object.values(costlyDesigns)) {
    for (const path of ['/api/v1/labels?dpi=600', '/api/v1/labels?format=png&dpi=300']) {
      yield { method: 'POST', path, headers, body: bodyOf(elements, '300x300mm') }
    }
  }
}
