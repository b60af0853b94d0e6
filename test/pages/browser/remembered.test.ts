/** What a browser keeps between visits, with a storage that behaves as browsers do. */

import t from 'tap'
import { Remembered } from '../../../src/pages/browser/remembered.ts'

/** A storage with room for `room` characters; Infinity: as much as one likes. */
function storageOf(room = Number.POSITIVE_INFINITY) {
  const texts = new Map<string, string>()
  return {
    texts,
    getItem: (name: string) => texts.get(name) ?? null,
    setItem: (name: string, value: string) => {
      if (value.length > room) throw new Error('QuotaExceededError')
      texts.set(name, value)
    },
    removeItem: (name: string) => void texts.delete(name),
  }
}

t.test('a text is kept until it is replaced or forgotten', async (t) => {
  const storage = storageOf()
  const mine = new Remembered('rows', 5, () => storage)
  const other = new Remembered('fields', 5, () => storage)
  t.equal(mine.text, undefined)
  t.ok(mine.keep('a'))
  t.ok(other.keep(''))
  t.equal(new Remembered('rows', 5, () => storage).text, 'a', 'the next visit finds it')
  t.equal(other.text, '', 'an empty text is a text')
  mine.keep('b')
  t.equal(mine.text, 'b')
  mine.forget()
  t.equal(mine.text, undefined)
  t.equal(other.text, '', 'each forgets its own')
  t.same([...storage.texts.keys()], ['quietzone.fields'])
})

t.test('services of one origin, each below a path of its own, keep their own', async (t) => {
  const storage = storageOf()
  const of = (folder: string): Remembered => new Remembered('rows', 5, () => storage, folder)
  for (const folder of ['/', '/a/', '/b/', '/b/a/']) of(folder).keep(folder)
  for (const folder of ['/', '/a/', '/b/', '/b/a/']) t.equal(of(folder).text, folder)
  t.equal(new Remembered('rows', 5, () => storage).text, '/')
})

t.test('it is bounded, and what is too long leaves nothing old behind', async (t) => {
  const storage = storageOf()
  const mine = new Remembered('rows', 5, () => storage)
  t.ok(mine.keep('12345'))
  t.notOk(mine.keep('123456'))
  t.equal(mine.text, undefined, 'nor is the text that it replaced')
  storage.texts.set('quietzone.rows', '1234567')
  t.equal(mine.text, undefined, 'a longer one, of another version of the page, is not taken')
  const full = storageOf(3)
  const there = new Remembered('rows', 5, () => full)
  t.ok(there.keep('123'))
  t.notOk(there.keep('1234'), 'the browser has no room')
  t.equal(there.text, undefined)
})

t.test('a browser that keeps nothing disturbs nobody', async (t) => {
  const none = new Remembered('rows', 5, () => {
    throw new Error('SecurityError')
  })
  t.notOk(none.keep('a'))
  t.equal(none.text, undefined)
  none.forget()
})
