import t from 'tap'
import { entries, found, nameOf } from '../../../../src/pages/browser/gs1/identifiers.ts'
import { formatHint } from '../../../../src/pages/browser/gs1/values.ts'
import { identifiers } from '../../../../symbologies/gs1/index.ts'
import { inLongRun } from '../../../random.ts'

t.test('each AI has a name of its own, a format, and a place in the list', inLongRun, async (t) => {
  const names = entries().map(({ name }) => name)
  t.equal(new Set(names).size, names.length - 8, 'only 91 to 99 share one')
  for (const identifier of identifiers()) {
    const { ai, title } = identifier
    const { ai: shown, name } = nameOf(ai, title)
    t.notMatch(name, /^AI |#|undefined/, ai)
    t.notMatch(formatHint(identifier), /undefined|^$/, ai)
    t.equal(found(ai)[0]?.shown, shown, `${ai} is the first that its digits find`)
    t.ok(
      found(name).some((entry) => entry.shown === shown),
      `${name} is found by its name`,
    )
  }
})

t.test('plain words find what they mean first', async (t) => {
  const wanted: Readonly<Record<string, string>> = {
    batch: '10',
    lot: '10',
    'Best Bef': '15',
    expiry: '17',
    'use by': '17',
    serial: '21',
    pallet: '00',
    sscc: '00',
    gtin: '01',
    ean: '01',
    'net weight kg': '310n',
    weight: '310n',
    'gross weight': '330n',
    price: '392n',
    count: '37',
    quantity: '37',
    '(10)': '10',
    '3102': '310n',
    'ship zip': '420',
    country: '422',
    gln: '410',
    'production date': '11',
    URL: '8200',
  }
  for (const [query, shown] of Object.entries(wanted)) t.equal(found(query)[0]?.shown, shown, query)
  t.same(found('zebra crossing'), [])
  t.equal(found('').length, entries().length, 'without a word, all')
})
