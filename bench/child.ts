import { drawLabel } from '../src/draw.ts'

/**
 * Prints how many bytes the drawing of one label allocates. It runs in a separate process, with a young generation so large that
 * nothing is collected meanwhile (--expose-gc, --max-semi-space-size).
 */
const limits = { maxPixels: 25_000_000 }
const label = { type: 'code128', size: '4x6', orientation: 'landscape', showtext: true } as const
const make = {
  png: (text: string) => drawLabel({ ...label, text, qty: 1, format: 'png' }, limits),
  pdf: (text: string) => drawLabel({ ...label, text, qty: 500, format: 'pdf' }, limits),
}[process.argv[2] as 'png' | 'pdf']

for (let i = 0; i < 30; i++) make(`WARM ${i}`)
const added: number[] = []
for (let i = 0; i < 9; i++) {
  globalThis.gc?.()
  const before = process.memoryUsage()
  const drawing = make(`LABEL ${i}`)
  const after = process.memoryUsage()
  if (drawing.bytes.length === 0) throw new Error('nothing was drawn')
  added.push(after.heapUsed - before.heapUsed + after.external - before.external)
}
console.log(added.join(' '))
