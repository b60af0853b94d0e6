import t from 'tap'
import { Mappings } from '../../../../src/pages/browser/many/mappings.ts'
import { Remembered } from '../../../../src/pages/browser/remembered.ts'
import { columnsIn } from '../../../../src/table/mapping.ts'
import { sheetOf } from '../../../../src/table/sheet.ts'
import { bytesIn, meanings } from './tables.ts'

const columnsOf = (table: string) => columnsIn(sheetOf(bytesIn(table), meanings), 0)

t.test('choices are remembered by the headings: the last ones, and as much as the browser keeps', async (t) => {
  const store = new Map<string, string>()
  const storage = {
    getItem: (name: string) => store.get(name) ?? null,
    setItem: (name: string, value: string) => void store.set(name, value),
    removeItem: (name: string) => void store.delete(name),
  }
  const opened = (longest = 5000) => new Mappings(new Remembered('columns', longest, () => storage, '/'))
  const [first, second] = [columnsOf('A,B\n1,2\n'), columnsOf('A,C\n1,2\n')]
  opened().keep(first, { text: ['B'] })
  opened().keep(second, { text: '{A}{C}' })
  t.same([opened().chosenFor(first), opened().chosenFor(second)], [{ text: ['B'] }, { text: '{A}{C}' }])
  t.same(opened().chosenFor(columnsOf('A,D\n1,2\n')), {})
  const mappings = opened()
  for (let i = 0; i < 30; i++) mappings.keep(columnsOf(`A,X${i}\n1,2\n`), { text: ['A'] })
  t.same(opened().chosenFor(first), {}, 'the oldest are gone')
  t.same(opened().chosenFor(columnsOf('A,X29\n1,2\n')), { text: ['A'] })
  opened(200).keep(first, { text: ['A'] })
  t.ok((store.get('quietzone.columns') ?? '').length <= 200)
  opened().forget()
  t.equal(store.size, 0)
  for (const wrong of ['{}', '[1]', '[["a",{"text":1}]]', '[["a"', '[["a",null]]', '[["a",{"text":[1]}]]']) {
    store.set('quietzone.columns', wrong)
    t.same(opened().chosenFor(first), {}, wrong)
  }
})
