import t from 'tap'
import { firstFaults } from '../../src/request/sheets.ts'

t.test('the first position is one of the sheet: the last one is, and the one after it is not', async (t) => {
  const sheet = 'A4:3x7:63.5x38.1mm:7.2,15.15mm:66,38.1mm'
  for (const first of [1, 20, 21]) t.same(firstFaults({ sheet, first }), [])
  const [fault] = firstFaults({ sheet, first: 22 })
  t.match(fault, { parameter: 'first', message: /"22" is not a whole number from 1 to 21: the sheet has 21 labels/ })
})
