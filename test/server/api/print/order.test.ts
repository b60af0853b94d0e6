import t from 'tap'
import type { Answer } from '../../../../src/answer.ts'
import { parameters } from '../../../../src/request/params.ts'
import { queryParser } from '../../../../src/request/query.ts'
import { orderIn, type Subject, symbolSubject } from '../../../../src/server/api/print/order.ts'
import { examplePrinters } from '../example-printers.ts'

const printers = examplePrinters()
const { name } = printers.list[0]!
const parsed = queryParser(parameters.print)

/** The subject, which counts how often a label is read: each time, one is drawn. */
function counted(): { readonly subject: Subject; readonly reads: () => number } {
  let reads = 0
  const subject: Subject = {
    ...symbolSubject,
    labelsFor(printer, packing) {
      const labels = symbolSubject.labelsFor(printer, packing)
      const read: typeof labels.read = (given) => {
        reads++
        return labels.read(given)
      }
      return { ...labels, read }
    },
  }
  return { subject, reads: () => reads }
}

t.test('what would do is proved with one drawing in a step', async (t) => {
  const { subject, reads } = counted()
  // the name of the symbology is corrected first, and then what that cannot carry
  const query = parsed(`printer=${name}&type=ean-13&text=4006381333932`)
  const sent = { query, headerOf: () => undefined, hasBody: false }
  const order = orderIn(sent, subject, printers, { maxPixels: 25_000_000 })
  if (!('next' in order)) return void t.fail('it is answered at once')
  const before = reads()
  t.equal(before, 1)
  let answer: Answer | undefined
  let steps = 0
  let most = 0
  while (answer === undefined) {
    const already = reads()
    const step = order.next()
    most = Math.max(most, reads() - already)
    if (step.done) answer = step.value
    else steps++
  }
  t.ok(reads() - before > 1, `${reads() - before} drawings`)
  t.equal(most, 1, 'no step has more')
  t.ok(steps >= reads() - before, `${steps} rests`)
  const { error } = JSON.parse(Buffer.from(answer.body).toString())
  t.match(error, { code: 'invalid_parameter', faults: [{ parameter: 'type' }] })
})

t.test('what has no name of a printer is told before any turn', async (t) => {
  const sent = { query: parsed('printer=__proto__&type=ean-13&text=1'), headerOf: () => undefined, hasBody: false }
  t.match(orderIn(sent, symbolSubject, printers, { maxPixels: 25_000_000 }), { status: 404 })
})
