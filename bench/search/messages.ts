import type { Draw } from '../pools.ts'
import { oneIn, pick } from './random.ts'
import type { Segment } from './segments.ts'

/** Elements that messages are made of, right and wrong ones. */
const elements = [
  '(10)A',
  '(10)AB-12',
  '(17)261231',
  '(3103)001234',
  '(37)24',
  `(21)${'W'.repeat(20)}`,
  `(91)${'i'.repeat(90)}`,
  `(92)${'W%'.repeat(45)}`,
  '(8200)https\\(a\\)',
  '(01)1',
  '(05)1',
  '(',
  '\\(',
]

/** A GS1 message as the start of a text: a key, and a few elements, each many times. */
export function freshMessage(draw: Draw): Segment[] {
  const key = pick(draw, [
    '(01)09506000134352',
    '(00)106141411234567897',
    '(01)09506000134352(02)09506000134352',
    '^',
    '',
  ])
  const repeated = Array.from({ length: draw(1, 4) }, (): Segment => {
    const unit = pick(draw, elements)
    const most = pick(draw, [3, 12, 40, Math.floor(7000 / unit.length)])
    return { kind: 'repeated', unit, times: draw(1, most) }
  })
  return key === '' ? repeated : [{ kind: 'repeated', unit: key, times: 1 }, ...repeated]
}

/** Parameters that make the text of a request a GS1 message. */
export function messageParameters(draw: Draw, endpoint: string): Record<string, string> {
  if (endpoint === 'label' && oneIn(draw, 3)) {
    const size = pick(draw, ['4x6', '100x150'])
    return { gs1: 'true', type: 'code128', layout: 'logistics', orientation: 'portrait', size }
  }
  if (!oneIn(draw, 4)) return { gs1: 'true', type: pick(draw, ['code128', 'qr', 'datamatrix']) }
  const link = { gs1: 'link', type: pick(draw, ['qr', 'datamatrix']) }
  return oneIn(draw, 2) ? { ...link, domain: `https://${'x'.repeat(63)}.example/${'y'.repeat(100)}` } : link
}
