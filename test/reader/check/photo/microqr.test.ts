/** The smallest symbols of Micro QR Code in scans: M1 corrects no error, and one finder pattern is all that tells how it lies. */

import t from 'tap'
import { checkImage } from '../../../../src/reader/check/index.ts'
import { encode, rowsOf } from '../../../../symbologies/index.ts'
import { cases, inLongRun, long, random } from '../../../random.ts'
import { degraded } from './degraded.ts'
import { normalBy } from './samples.ts'

t.test('M1 of three to four pixels a module, turned and with noise, is read', inLongRun, async (t) => {
  const r = random('small Micro QR Code')
  const count = cases(240)
  const missed: string[] = []
  for (let i = 0; i < count; i++) {
    const text = r.text('0123456789', r.between(2, 5))
    const module = r.between(30, 40) / 10
    const how = {
      module,
      turn: r.between(-60, 60) / 10,
      blur: r.between(3, 12) / 10,
      noise: 2,
      margin: 12,
    }
    const { matrix } = encode('microqr', text)
    const found = checkImage(degraded(rowsOf(matrix), how, normalBy(r))).symbols
    if (found.length !== 1 || found[0]!.text !== text) {
      missed.push(`${text} ${JSON.stringify(how)}: ${found.map((each) => `${each.symbology} ${each.text}`)}`)
    }
  }
  t.comment(`${count}: ${missed.length} missed`)
  // at a blur of 0.4 modules, one in twenty cannot be told
  t.ok(missed.length <= (long ? 0.02 * count : 1), missed.slice(0, 5).join('; '))
})
