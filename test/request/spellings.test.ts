import t from 'tap'
import { sizeSpellings } from '../../src/request/spellings.ts'

t.test('a size without a unit is in inches where one side is short', async (t) => {
  for (const [spelling, meant] of [
    ['3x11', '3x11in'],
    ['11x3', '11x3in'],
    ['12x30', '12x30mm'],
    ['3x12mm', '3x12mm'],
  ] as const) {
    t.equal(sizeSpellings(spelling), meant, spelling)
  }
})
