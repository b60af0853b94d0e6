import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import t from 'tap'
import { printableLine } from '../../../src/messages.ts'
import { hashOf, newKey } from '../../../src/server/access/keys.ts'
import { KeyFileError, keysIn } from '../../../src/server/access/keys-file.ts'
import { textOfSettingsFile } from '../../../src/settings-file.ts'
import { anyCharacters } from '../../characters.ts'
import { cases, inLongRun, seed } from '../../random.ts'

const hash = `sha256:${'0a'.repeat(32)}`
const row = { name: 'dock', hash, may: ['print'] }
const fileOf = (...rows: readonly object[]): string => JSON.stringify(rows)

t.test('keys: what a file says, and what it leaves out', async (t) => {
  const [key] = keysIn(fileOf(row))
  t.match(key, { name: 'dock', may: ['print'] })
  t.equal(key?.perMinute, undefined)
  t.same([...key!.hash], new Array(32).fill(10))
  t.match(keysIn(fileOf({ ...row, may: ['print', 'jobs', 'printers'], perMinute: 600 })), [
    { may: ['print', 'jobs', 'printers'], perMinute: 600 },
  ])
  t.match(keysIn(fileOf({ ...row, perMinute: 0, hash: hash.toUpperCase().replace('SHA', 'sha') })), [{ perMinute: 0 }])
  t.same(keysIn('[]'), [])
  t.equal(keysIn(`\ufeff${fileOf(row)}`).length, 1, 'a byte order mark')
})

t.test('keys: every mistake is named, and what may be a key is quoted in none', inLongRun, async (t) => {
  const secret = newKey()
  const other = { ...row, name: 'gate', hash: `sha256:${'0b'.repeat(32)}` }
  for (const [text, message] of [
    ['{}', /is not an array of objects/],
    ['[', /is not JSON/],
    [fileOf({ ...row, hash: secret }), /key 1, "dock": hash: is not sha256: and 64 hexadecimal digits/],
    [`[{"name":"dock","hash":"${hash}","may":[]}]`, /may: is not a list of print, printers, jobs/],
    [fileOf({ ...row, may: ['print', 'all'] }), /may: is not a list/],
    [fileOf({ ...row, may: 'print' }), /may: is not a list/],
    [fileOf({ ...row, perMinute: 1.5 }), /perMinute: is not a whole number from 0 to 1000000/],
    [fileOf({ ...row, perMinute: '5' }), /perMinute/],
    [fileOf({ ...row, name: secret.repeat(2) }), /key 1: name: is not 1 to 40 characters/],
    [fileOf({ hash, may: ['print'] }), /name: is not/],
    [fileOf({ ...row, key: secret }), /"key": there is no such field; name, hash, may, perMinute/],
    [`[{"name":"dock","name":"dock","hash":"${hash}","may":["print"]}]`, /name: is there more than once/],
    [fileOf(row, other, { ...other, hash }), /key 3, "gate": has the name or the hash of key 1/],
    [fileOf(row, { ...other, hash }), /key 2, "gate": has the name or the hash of key 1/],
    ['[1]', /key 1: is not an object/],
    [JSON.stringify(new Array(10_001).fill(row)), /has 10001 keys; at most 10000/],
    ...[
      '',
      '2027-02-29',
      '2027-13-01',
      '2027-1-1',
      '31.1.2027',
      '2027-01-31T25:00:00Z',
      '2027-01-31T18:00:00',
      '0000-01-01',
    ].map((expires) => [fileOf({ ...row, expires }), /expires: is not a day such as 2027-01-31/] as const),
    [fileOf({ ...row, expires: 1_900_000_000 }), /expires: is not a day/],
    [JSON.stringify(new Array(9).fill(1)), /key 5: is not an object; and 4 more$/],
  ] as const) {
    t.throws(() => keysIn(text), { name: 'KeyFileError', message }, text.slice(0, 60))
    try {
      keysIn(text)
    } catch (error) {
      t.notOk((error as Error).message.includes(secret), 'never quoted')
    }
  }
})

t.test('keys: a file', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'quietzone-keys-'))
  t.teardown(() => rmSync(folder, { recursive: true }))
  const file = join(folder, 'keys.json')
  const read = (path: string, most?: number) => keysIn(textOfSettingsFile(path, most))
  writeFileSync(file, fileOf(row))
  t.equal(read(file).length, 1)
  t.throws(() => read(file, 50), /has more than 50 bytes/)
  t.throws(() => read(folder), { name: 'Error', message: 'is not a regular file' })
  t.throws(() => read(join(folder, 'absent')), /cannot be read: no such file/)
  writeFileSync(file, Buffer.from([0x5b, 0xff]))
  t.throws(() => read(file), /byte 2 starts no UTF-8 character/)
})

t.test('keys: any text and any JSON are read, or refused in one printable line', async (t) => {
  const text = fc.oneof(
    anyCharacters(),
    fc.json(),
    fc.jsonValue().map((value) => JSON.stringify([value])),
  )
  fc.assert(
    fc.property(text, (each) => {
      try {
        return keysIn(each).length >= 0
      } catch (error) {
        return error instanceof KeyFileError && error.message === printableLine(error.message)
      }
    }),
    { seed, numRuns: cases(300) },
  )
  t.equal(hashOf(newKey()).length, 32)
})
