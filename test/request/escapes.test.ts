import assert from 'node:assert/strict'
import fc from 'fast-check'
import t from 'tap'
import { escaped, unescaped } from '../../src/request/escapes.ts'
import type { Symbology } from '../../symbologies/index.ts'
import { visible } from '../../symbologies/messages.ts'
import { cases, inLongRun, seed } from '../random.ts'
import { ask, jsonOf, readIn } from '../server/api/asking.ts'

t.test('escapes stand for the characters that they name', inLongRun, async (t) => {
  const rows: readonly [Symbology, typed: string, text: string][] = [
    ['code128', 'mia\\tS3cret\\r', 'mia\tS3cret\r'],
    ['datamatrix', 'P5\\x1dQ7\\x1eR', 'P5\u001dQ7\u001eR'],
    ['qr', 'box \\u{1F4E6} \\\\ done', 'box 📦 \\ done'],
  ]
  for (const [type, typed, text] of rows) {
    const answer = ask('barcode', { type, text: typed, escapes: 'true' })
    t.equal((await readIn(answer, type))?.text, text)
    t.same(answer.body, ask('barcode', { type, text }).body)
  }
  const words = { type: 'qr', text: 'R-1', size: '2x1', format: 'png' }
  const [typed, meant] = ['Bolt M6\\nShelf 4', 'Bolt M6\nShelf 4']
  const answer = ask('label', { ...words, caption: typed, title: 'A\\x42', escapes: 'true' })
  t.same(answer.body, ask('label', { ...words, caption: meant, title: 'AB' }).body)
  t.equal((await readIn(ask('barcode', { type: 'qr', text: 'C:\\temp\\new' }), 'qr'))?.text, 'C:\\temp\\new')
})

t.test('escaped and unescaped are inverses; anything else behind a backslash is a 400 that shows it', async (t) => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 20 }), (text) => {
      assert.ok(unescaped(escaped(text)) === text, visible(text))
    }),
    { seed, numRuns: cases(1000) },
  )
  fc.assert(
    fc.property(
      fc.array(fc.constantFrom('\\', 't', 'x', 'u', '{', '}', '4', '1', 'é', '📦', '\n'), { maxLength: 9 }),
      (parts) => {
        const typed = parts.join('')
        const known = /\\(?:[trn\\]|x[0-9a-f]{2}|u\{[0-9a-f]{1,6}\})/gi
        const isKnown = !typed.replaceAll(known, '').includes('\\')
        assert.equal(typeof unescaped(typed) === 'string', isKnown, visible(typed))
      },
    ),
    { seed, numRuns: cases(4000) },
  )
  for (const typed of ['C:\\quelle', 'a\\', '\\u{110000}', '\\u{D800}', '\\x4', '\\u0041', '\\N']) {
    const { error } = jsonOf(ask('barcode', { type: 'qr', text: typed, escapes: 'true' }))
    t.match(error, { code: 'invalid_parameter', faults: [{ parameter: 'text' }] }, typed)
    t.ok(error!.faults![0]!.message.includes('\\'), typed)
  }
  t.match(jsonOf(ask('barcode', { type: 'qr', text: 'C:\\quelle', escapes: 'true' })).error!.faults![0]!.message, /\\q/)
})
