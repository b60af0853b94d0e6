/** Symbols of symbologies that are not ours, and of several rows or components: printed as they were, and not mentioned, or left by their state. */

import t from 'tap'
import { healedPicture } from '../../src/heal/index.ts'
import { thresholded } from '../../src/heal/rest.ts'
import { isOfSymbol } from '../../src/layout/scene.ts'
import { paint } from '../../src/render/paint.ts'
import { rowsOf } from '../../symbologies/matrix/index.ts'
import { bwipPicture } from '../oracle/bwip.ts'
import { inLongRun } from '../random.ts'

/** By the names of BWIPP; dots of a module are given by the scale. */
const foreign = [
  ['pdf417', 'QZ-0001 QZ-0002 QZ-0003'],
  ['micropdf417', 'QZ-0001'],
  ['azteccode', 'QZ-0001 QZ-0002'],
  ['codablockf', 'QZ-0001 QZ-0002 QZ-0003 QZ-0004'],
  ['code16k', 'QZ-0001 QZ-0002 QZ-0003'],
  ['code49', 'QZ-0001 QZ-0002'],
  ['maxicode', 'QZ-0001'],
  ['databaromni', '(01)09506000134352'],
  ['databarexpandedstacked', '(01)09506000134352(10)AB12345678'],
  ['code93', 'QZ-0001'],
  ['rationalizedCodabar', 'A12345B'],
  ['dotcode', 'QZ-0001'],
  ['hanxin', 'QZ-0001'],
  ['onecode', '01234567094987654321'],
] as const
const composite = [
  ['ean13composite', '4006381333931|(99)1234-abcd'],
  ['ean8composite', '96385074|(99)1234-abcd'],
  ['upcecomposite', '01234565|(99)1234-abcd'],
  ['upcacomposite', '036000291452|(99)1234-abcd'],
  ['gs1-128composite', '(01)09506000134352|(10)AB12345678'],
] as const

t.test('symbols that are not ours are printed as they are', inLongRun, async (t) => {
  for (const [type, text] of [...foreign, ...composite]) {
    for (const scale of [3, 4]) {
      const picture = await bwipPicture({ bcid: type, text, scale })
      if (typeof picture === 'string') throw new Error(`${type}: ${picture}`)
      const label = healedPicture(picture, { dpi: '203' })
      const about = `${type} of ${scale} dots`
      t.same(label.scene.marks.filter(isOfSymbol).length, 0, `${about}: nothing is drawn again`)
      const states = label.report.symbols.map(({ state }) => state)
      const isOurs = composite.some(([name]) => name === type)
      t.ok(
        states.every((state) => isOurs && (state === 'touched' || state === 'doubtful')),
        `${about}: ${label.report.symbols.map(({ type, text, state }) => `${type} ${text} ${state}`)}`,
      )
      t.same(rowsOf(paint(label.scene)), rowsOf(thresholded(picture)), `${about}: the same dots`)
    }
  }
})
