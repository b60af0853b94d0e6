import { execFileSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import t from 'tap'
import { printableLine } from '../../../src/messages.ts'
import { printersIn, readPrinters } from '../../../src/printing/index.ts'
import { anyCharacters } from '../../characters.ts'
import { cases, inLongRun, seed } from '../../random.ts'
import { mistakesIn } from '../channels/mistakes.ts'
import { dock as printer } from './example-jobs.ts'

const dock = { name: 'dock-3', address: 'socket://192.0.2.10:9100', language: 'zpl', dpi: 203, stock: '4x6' }
const fileOf = (...entries: readonly object[]): string => JSON.stringify(entries)

t.test('printers: what a file says, and what it leaves out', async (t) => {
  t.same(printersIn(fileOf(dock)), [printer])
  const [all] = printersIn(
    fileOf({ ...dock, dpi: '600', stock: '57x32mm', zpl: 'rle', status: false, labelsPerMinute: 1 }),
  )
  t.match(all, { dpi: '600', stock: '57x32mm', zpl: 'rle', status: false, labelsPerMinute: 1 })
  t.match(printersIn(fileOf({ ...dock, address: 'lp:zebra' })), [{ status: false }])
  t.match(printersIn(fileOf({ ...dock, language: 'png' })), [{ status: false }])
  t.match(printersIn(fileOf({ ...dock, language: 'pdf', status: false })), [{ status: false }])
  t.same(printersIn('[]'), [])
  t.equal(printersIn(`\ufeff ${fileOf(dock)}\r\n`).length, 1, 'a byte order mark')
})

t.test('printers: addresses', async (t) => {
  const accepted: readonly (readonly [string, object])[] = [
    ['socket://dock-3.example', { kind: 'socket', host: 'dock-3.example', port: 9100 }],
    ['SOCKET://a_b:6101/', { kind: 'socket', host: 'a_b', port: 6101 }],
    ['socket://[2001:db8::1]', { kind: 'socket', host: '2001:db8::1', port: 9100 }],
    ['socket://[::1]:1', { kind: 'socket', host: '::1', port: 1 }],
    ['ipp://192.0.2.10/ipp/print', { kind: 'ipp', url: 'http://192.0.2.10:631/ipp/print' }],
    ['ipps://cups.example/printers/a%20b', { kind: 'ipp', url: 'https://cups.example:631/printers/a%20b' }],
    ['ipp://[2001:db8::1]:8631', { kind: 'ipp', url: 'http://[2001:db8::1]:8631/' }],
    ['lp:Zebra_ZD420', { kind: 'lp', queue: 'Zebra_ZD420' }],
  ]
  for (const [address, expected] of accepted) {
    t.match(printersIn(fileOf({ ...dock, address })), [{ address: expected }], address)
  }
  const form = /^printer 1, "dock-3": address: .* is not socket:\/\/HOST:PORT, ipp:\/\/HOST:PORT\/PATH, .* or lp:QUEUE$/
  const refused: readonly (readonly [string, RegExp])[] = [
    ['', form],
    ['192.0.2.10', form],
    ['http://192.0.2.10/', form],
    ['socket:192.0.2.10', form],
    ['socket://', /: "" is not a host name, /],
    ['socket://192.0.2', /: "192\.0\.2" is not a host name, /],
    ['socket://0x7f000001', /: "0x7f000001" is not a host name, /],
    ['socket://2001:db8::1', /: "2001:db8::1" is not a host name, an IPv4 address or an IPv6 address in brackets/],
    ['socket://[fe80::1%eth0]', /is not a host name, /],
    ['socket://-a', /is not a host name, /],
    ['socket://a b', /is not a host name, /],
    ['socket://a\r\nb', /: "a\\r\\nb" is not a host name, /],
    ['ipp://xn--a/', /: "xn--a" is not a host name$/],
    ['socket://dock:0', /: port "0" is not a whole number from 1 to 65535$/],
    ['socket://dock:65536', /: port "65536" is not /],
    ['socket://dock:', /: port "" is not /],
    ['socket://dock:9100:1', /: port "9100:1" is not /],
    ['socket://dock:9100/x', /has a path, which a socket has not: leave "\/x" out$/],
    ['socket://dock?x', /has a query or a fragment: /],
    ['ipp://dock/ipp/print#x', /has a query or a fragment: /],
    ['ipp://dock/a b', /has a path with characters that a URL does not have: /],
    ['ipp://dock/é', /has a path with characters that a URL does not have: /],
    ['lp:', /: "" is not a queue: 1 to 127 /],
    ['lp:-oraw', /: "-oraw" is not a queue: /],
    ['lp:a b', /is not a queue: /],
  ]
  for (const [address, expected] of refused) {
    t.match(
      mistakesIn(() => printersIn(fileOf({ ...dock, address }))),
      expected,
      address,
    )
  }
  for (const address of ['socket://me:sesame@dock', 'ipp://sesame@dock/', 'http://me:sesame@dock', 'socket:sesame@x']) {
    const mistakes = mistakesIn(() => printersIn(fileOf({ ...dock, address })))
    t.notMatch(mistakes, /sesame/, 'a password is not told')
    t.match(
      mistakes,
      /address: (a user or a password before the @ is not accepted|what is given is not socket:)/,
      address,
    )
  }
})

t.test('printers: each mistake names the entry, the field, what was given and what is accepted', async (t) => {
  const named = (fault: string): string => `printer 1, "dock-3": ${fault}`
  const mistakes: readonly (readonly [unknown, string | RegExp])[] = [
    [{ ...dock, name: undefined }, 'printer 1: name: is missing'],
    [{ ...dock, name: 3 }, /^printer 1: name: 3 is not 1 to 40 characters of A-Z, a-z, 0-9, /],
    [{ ...dock, name: '' }, /^printer 1, "": name: "" is not 1 to 40 /],
    [{ ...dock, name: 'dock 3' }, /name: "dock 3" is not 1 to 40 /],
    [{ ...dock, name: 'a'.repeat(41) }, /name: "a{40}…" is not 1 to 40 /],
    [{ ...dock, address: 9100 }, named('address: 9100 is not a text')],
    [
      { ...dock, language: 'ZPL' },
      named('language: "ZPL" is not one of zpl, tspl, epl, cpcl, escpos, brother, dymo, pdf, png'),
    ],
    [
      { ...dock, language: ['zpl'] },
      named('language: an array is not one of zpl, tspl, epl, cpcl, escpos, brother, dymo, pdf, png'),
    ],
    [{ ...dock, dpi: 204 }, named('dpi: 204 is not one of 152, 180, 203, 300, 360, 600')],
    [{ ...dock, dpi: '203.0' }, named('dpi: "203.0" is not one of 152, 180, 203, 300, 360, 600')],
    [
      { ...dock, stock: '6x4' },
      /stock: "6x4" is not one of 4x6, .*25x10, nor a size such as 57x32mm or .* of 4 to 300 mm a side, nor a name such as dk-11201, .*$/,
    ],
    [{ ...dock, stock: '3x57mm' }, /stock: "3x57mm" is not one of /],
    [{ ...dock, stock: null }, /stock: null is not one of /],
    [{ ...dock, zpl: 'hex' }, named('zpl: "hex" is not one of z64, rle')],
    [{ ...dock, language: 'pdf', zpl: 'rle' }, named('zpl: is for language "zpl", not "pdf": leave it out')],
    [{ ...dock, status: 'yes' }, named('status: "yes" is not true or false')],
    [
      { ...dock, address: 'lp:a', status: true },
      named('status: true is for a socket and a language in which printers tell their state: leave it out'),
    ],
    [
      { ...dock, language: 'png', status: true },
      named('status: true is for a socket and a language in which printers tell their state: leave it out'),
    ],
    [{ ...dock, labelsPerMinute: 0 }, named('labelsPerMinute: 0 is not a whole number from 1 to 10000')],
    [{ ...dock, labelsPerMinute: 10_001 }, named('labelsPerMinute: 10001 is not a whole number from 1 to 10000')],
    [{ ...dock, labelsPerMinute: 1.5 }, named('labelsPerMinute: 1.5 is not a whole number from 1 to 10000')],
    [{ ...dock, labelsPerMinute: '60' }, named('labelsPerMinute: "60" is not a whole number from 1 to 10000')],
    [
      { ...dock, host: 'x' },
      /^printer 1, "dock-3": "host": there is no such field; name, address, .*, labelsPerMinute, receive, model, .*, pitch, gain, scale$/,
    ],
    [JSON.parse('{"__proto__": 1}'), /"__proto__": there is no such field/],
    ['dock-3', 'printer 1: "dock-3" is not an object'],
    [[], 'printer 1: an array is not an object'],
    [{}, /^printer 1: name: is missing; printer 1: address: is missing; .* stock: is missing$/],
  ]
  for (const [entry, expected] of mistakes) {
    const found = mistakesIn(() => printersIn(JSON.stringify([entry])))
    if (typeof expected === 'string') t.equal(found, expected)
    else t.match(found, expected)
  }
})

t.test('printers: mistakes of the whole file', async (t) => {
  const two = mistakesIn(() => printersIn(fileOf(dock, { ...dock, name: 'DOCK-3' })))
  t.equal(two, 'printer 2, "DOCK-3": name: printer 1 has it already; names differ in more than capitals')
  const twice = mistakesIn(() => printersIn(fileOf(dock).replace('"dpi":203', '"dpi":203,"dpi":300')))
  t.equal(twice, 'printer 1, "dock-3": dpi: is there more than once')
  const several = mistakesIn(() =>
    printersIn(fileOf({ ...dock, dpi: 1 }, { ...dock, name: 'b', stock: 'x', status: 1 })),
  )
  t.match(
    several,
    /^printer 1, "dock-3": dpi: .*; printer 2, "b": stock: .*; printer 2, "b": status: 1 is not true or false$/,
  )
  const many = mistakesIn(() => printersIn(fileOf(...Array.from({ length: 20 }, () => ({})))))
  t.match(many, /^printer 1: name: is missing; (?:[^;]*; ){4}and 95 more$/)
  t.equal(
    mistakesIn(() => printersIn('{}')),
    'is not an array of objects, one for each printer',
  )
  const names = Array.from({ length: 201 }, (_, i) => ({ ...dock, name: `p${i}` }))
  t.equal(printersIn(fileOf(...names.slice(1))).length, 200)
  t.equal(
    mistakesIn(() => printersIn(fileOf(...names))),
    'has 201 printers; at most 200 are accepted',
  )
})

t.test('printers: whatever a file has in it, its mistakes are one line', async (t) => {
  const value = fc.oneof(anyCharacters(), fc.jsonValue({ maxDepth: 2 }))
  const entry = fc.record(
    { name: value, address: value, language: value, dpi: value, stock: value },
    { requiredKeys: [] },
  )
  const text = fc.oneof(
    anyCharacters(),
    fc
      .array(
        fc.oneof(
          entry,
          entry.map((some) => ({ ...dock, ...some })),
          value,
        ),
        { maxLength: 4 },
      )
      .map((entries) => JSON.stringify(entries)),
  )
  const check = fc.property(text, (given) => {
    const line = mistakesIn(() => printersIn(given))
    if (line !== printableLine(line) || line.length > 3000) throw new Error(line)
  })
  t.doesNotThrow(() => fc.assert(check, { seed, numRuns: cases(2000) }))
})

t.test('printers: the file itself', inLongRun, async (t) => {
  const folder = t.testdir({
    'printers.json': fileOf(dock),
    'broken.json': '[',
    'not-utf8.json': Buffer.from([0x5b, 0xff]),
  })
  const read = (name: string): string => mistakesIn(() => readPrinters(join(folder, name)))
  t.equal(readPrinters(join(folder, 'printers.json')).length, 1)
  t.match(read('broken.json'), /broken\.json: is not JSON: line 1, column 2: its end where a value is expected$/)
  t.match(read('not-utf8.json'), /not-utf8\.json: byte 2 starts no UTF-8 character$/)
  t.match(read('missing.json'), /missing\.json: cannot be read: no such file or directory$/)
  mkdirSync(join(folder, 'folder'))
  t.match(read('folder'), /folder: is not a regular file$/)
  execFileSync('mkfifo', [join(folder, 'fifo')])
  t.match(read('fifo'), /fifo: is not a regular file$/)
  writeFileSync(join(folder, 'large.json'), `${' '.repeat(2 << 20)}[]`)
  t.match(read('large.json'), /large\.json: has more than 1048576 bytes$/)
  writeFileSync(join(folder, 'fits.json'), `${' '.repeat((1 << 20) - 2)}[]`)
  t.same(readPrinters(join(folder, 'fits.json')), [])
  t.match(
    mistakesIn(() => readPrinters('/dev/zero')),
    /^\/dev\/zero: is not a regular file$/,
  )
  t.equal(
    mistakesIn(() => readPrinters('no\nsuch')),
    'no\\nsuch: cannot be read: no such file or directory',
  )
})
