/** Labels of designs are read back as those of one symbol are, by whichever of their symbols tells them from others. */

import t from 'tap'
import { Jobs, printersIn, printersOf, Scans } from '../../../../src/printing/index.ts'
import { designOf } from '../../../design/drawn.ts'
import { loopbackPrinter } from '../../../printing/channels/loopback-printer.ts'
import { endless } from '../../../printing/printers/example-jobs.ts'
import { storeInMemory } from '../../../printing/store/example-store.ts'
import { errorIn, served } from '../../http/wire.ts'
import { print } from '../print-service.ts'

const paper = await loopbackPrinter()
const row = {
  name: 'dock-3',
  address: paper.address,
  language: 'zpl',
  dpi: 203,
  stock: '50x30',
  labelsPerMinute: 10_000,
}
const printers = printersOf(printersIn(JSON.stringify([row])), { patience: endless })
const store = storeInMemory()
const jobs = new Jobs({ store, printers, answerTo: () => undefined, record: () => {}, log: () => {} })
const scans = new Scans({ store })

/** The EAN is the same on all labels; the others have the serial number. */
const unit = designOf({
  name: 'unit',
  size: '50x30mm',
  fields: { unit: {} },
  elements: [
    { kind: 'symbol', at: [1, 1], size: [34, 12], type: 'ean13', value: '400638133393' },
    {
      kind: 'symbol',
      at: [36, 1],
      size: [13, 13],
      type: 'datamatrix',
      gs1: true,
      value: '(01)04006381333931(21){unit}',
    },
    { kind: 'label', at: [1, 14], size: [48, 15], type: 'code128', value: 'S-{unit}', title: 'Bolt' },
  ],
})
const words = designOf({
  name: 'words',
  size: '50x30mm',
  elements: [{ kind: 'text', at: [1, 1], size: [48, 20], value: 'fragile' }],
})
const all = [unit, words]
const designs = { list: () => all, find: (name: string) => all.find((design) => design.name === name) }
const service = await served({ printing: { printers, jobs, scans }, designs })
t.teardown(async () => {
  await service.close()
  await jobs.close(0)
  await paper.close()
  store.close()
})

const headers = ['Quietzone-Print: yes']

t.test('any symbol of a label of a design confirms it, and that of another label is wrong', async (t) => {
  const body = 'unit,qty\n7,1\n8,2\n'
  const reply = await print(service, 'printer=dock-3&design=unit&confirm=scan', { headers, body })
  t.equal(reply.status, 200, reply.body.toString())
  const [job] = store.list({ limit: 1 })
  const { id } = job!
  const scan = (text: string) => scans.scan(id, text, 0)
  t.match(scans.progress(id), { labels: 3, read: 0, next: { label: 1, text: '(01)04006381333931(21)7' } })
  t.same(scan('4006381333931'), { result: 'wrong' }, 'all labels have it')
  t.same(scan('S-9'), { result: 'wrong' })
  t.same(scan('S-8'), { result: 'out_of_order', label: 2 })
  t.same(scan(']d20104006381333931217'), { result: 'right', label: 1 })
  t.same(scan('S-7'), { result: 'double', label: 1 }, 'the other symbol of a label that is read')
  t.same(scan('S-8'), { result: 'right', label: 3 }, 'a copy says the same')
  t.match(scans.progress(id), { read: 3, next: undefined })
  t.match(job, { first: '400638133393 (01)04006381333931(21)7 S-7' })
})

t.test('a design without a symbol cannot be read back, and nothing is printed', async (t) => {
  const before = paper.printed.length
  const reply = await print(service, 'printer=dock-3&design=words&confirm=scan', { headers })
  t.equal(reply.status, 400)
  t.match(errorIn(reply).faults, [
    { parameter: 'confirm', code: 'invalid_parameter', message: /design words has none/ },
  ])
  t.equal(paper.printed.length, before)
})
