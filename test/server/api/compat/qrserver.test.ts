import t from 'tap'
import { qrserver } from '../../../../src/server/api/compat/qrserver.ts'

const eciOf = (data: string, target: string | undefined): unknown => {
  const asked = { data, 'charset-target': target, margin: 1, qzone: 0, strict: false } as never
  return qrserver.wanted(asked).symbol.eci
}

t.test('ISO 8859-1 is announced where a character is beyond ASCII, and only there', async (t) => {
  t.same(
    ['ISO-8859-1', 'iso-8859-1', 'UTF-8', undefined].map((target) => [
      eciOf('caf\u00e9', target),
      eciOf('cafe', target),
    ]),
    [
      ['3', undefined],
      ['3', undefined],
      [undefined, undefined],
      [undefined, undefined],
    ],
  )
})
