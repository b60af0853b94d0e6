/**
 * What it takes to heal a page of 4 x 6 in with two symbols and two lines of words, a PDF of shapes: the CPU time of each when it has been done before.
 *
 *     npm run build && node build/bench/heal.js [pages] [dpi]
 */

import { healed } from '../src/heal/index.ts'
import { pdfOf, randomPage } from '../test/heal/documents.ts'
import { random } from '../test/random.ts'

const [count = 24, dpi = 203] = process.argv.slice(2).map(Number)
/** Pages that are healed before any is measured. */
const warm = 8

const r = random('pages to heal')
const files = Array.from({ length: warm + count }, () => pdfOf(randomPage(r)))
const times: number[] = []
let symbols = 0
for (const [i, file] of files.entries()) {
  const from = process.cpuUsage()
  for await (const { report } of healed(file, { dpi: dpi === 300 ? '300' : '203', size: '4x6' })) {
    if (i >= warm) symbols += report.symbols.filter(({ state }) => state === 'healed').length
  }
  const { user, system } = process.cpuUsage(from)
  if (i >= warm) times.push((user + system) / 1e6)
}
const sorted = times.toSorted((a, b) => a - b)
const at = (share: number): string => sorted[Math.min(count - 1, Math.floor(share * count))]!.toFixed(2)
console.log(
  `${count} pages at ${dpi} dpi, ${symbols} symbols healed: median ${at(0.5)} s, 90 % within ${at(0.9)} s, most ${at(1)} s of CPU time`,
)
