import { spawnSync } from 'node:child_process'
import t from 'tap'
import { characterSet, decoded, type Eci, eciNames, ecis } from '../../../symbologies/eci/index.ts'
import { qr } from '../../../symbologies/index.ts'
import { plainPicture } from '../../oracle/picture.ts'
import { zxingTexts } from '../../oracle/zxing.ts'
import { cases, inLongRun, long } from '../../random.ts'

/** All code points of the Basic Multilingual Plane but surrogates, and some beyond it. */
const points = [
  ...Array.from({ length: 0x10000 }, (_, point) => point).filter((point) => point < 0xd800 || point > 0xdfff),
  0x10000,
  0x1f600,
  0x20000,
  0x10ffff,
]

/** The names of the sets in glibc's iconv; it has none for 170 and 899. */
const iconvNames: Partial<Record<Eci, string>> = {
  1: 'ISO-8859-1',
  2: 'CP437',
  3: 'ISO-8859-1',
  20: 'SHIFT_JIS',
  21: 'CP1250',
  22: 'CP1251',
  23: 'CP1252',
  24: 'CP1256',
  25: 'UTF-16BE',
  26: 'UTF-8',
  27: 'ASCII',
  28: 'BIG5',
  29: 'EUC-CN',
  30: 'EUC-KR',
  32: 'GB18030',
  35: 'UTF-32LE',
}
for (const eci of ecis) if (eci > 3 && eci < 19) iconvNames[eci] = `ISO-8859-${eci - 2}`

const noIconv = spawnSync('iconv', ['-l']).status === 0 ? false : 'iconv is not on the PATH'

/** Characters that the multi-byte sets leave out because readers disagree, as far as iconv has them. */
const leftOut: Partial<Record<Eci, RegExp>> = {
  20: /[\\~\xa2\xa3\xa5\xac‖‾−〜＼￠￡￢]/,
  28: /./s,
  29: /[―・·—]/,
  30: /[\x80-\x9f®€₩㉾\u3164]/,
  32: /[\ue000-\uf8ffḿ\u9fb4-\u9fbb\ufe10-\ufe19]/,
}

/** The bytes of each code point by iconv; undefined if the set lacks it. */
function witness(name: string): (string | undefined)[] {
  const wanted = points.filter((point) => point !== 0x0a)
  const lines = wanted.map((point) => `${String.fromCodePoint(point)}\n`).join('')
  // a line for each code point
  const feed = spawnSync('iconv', ['-f', 'UTF-8', '-t', name], { input: '\n' }).stdout.toString('latin1')
  const { stdout } = spawnSync('iconv', ['-c', '-f', 'UTF-8', '-t', name], { input: lines, maxBuffer: 2 ** 26 })
  const found = new Map(piecesOf(stdout.toString('latin1'), feed).map((bytes, i) => [wanted[i], bytes]))
  found.set(0x0a, feed)
  return points.map((point) => found.get(point) || undefined)
}

function piecesOf(bytes: string, feed: string): string[] {
  const pieces: string[] = []
  let from = 0
  for (let at = 0; at < bytes.length; at += feed.length) {
    if (!bytes.startsWith(feed, at)) continue
    pieces.push(bytes.slice(from, at))
    from = at + feed.length
  }
  return pieces
}

t.test('every byte of every set, by iconv', { skip: noIconv || inLongRun.skip }, (t) => {
  for (const [number, name] of Object.entries(iconvNames)) {
    const eci = ecis.find((each) => each === Number(number))!
    const { bytesOf } = characterSet(eci)
    const faults: string[] = []
    const wanted = witness(name)
    points.forEach((point, i) => {
      const own = bytesOf(point)
      const bytes = own && String.fromCharCode(...own)
      const mayLack = leftOut[eci]?.test(String.fromCodePoint(point)) && bytes === undefined
      if (bytes !== wanted[i] && !mayLack) faults.push(`U+${point.toString(16)}`)
    })
    t.strictSame(faults.slice(0, 20), [], `${eci}, ${name}`)
  }
  t.end()
})

t.test('how many characters the sets have', (t) => {
  const counts: Partial<Record<Eci, number>> = {
    2: 256,
    3: 256,
    8: 211,
    20: 7061,
    27: 128,
    28: 13571,
    29: 7571,
    30: 8351,
  }
  for (const [eci, count] of Object.entries({ ...counts, 170: 116, 899: 256 })) {
    const set = characterSet(ecis.find((each) => each === Number(eci))!)
    t.equal(points.filter((point) => set.bytesOf(point) !== undefined).length, count, eci)
  }
  t.end()
})

t.test('what is encoded is decoded', inLongRun, (t) => {
  for (const eci of ecis) {
    const { bytesOf, encode } = characterSet(eci)
    const all = points.filter((point) => bytesOf(point) !== undefined)
    const text = all.map((point) => String.fromCodePoint(point)).join('')
    const bytes = encode(text)
    t.equal(bytes && decoded(eci, bytes), text, `${eci}, ${eciNames[eci]}`)
    t.equal(
      bytes?.length,
      all.reduce((sum, point) => sum + bytesOf(point)!.length, 0),
    )
  }
  t.end()
})

t.test('what a set lacks', (t) => {
  t.equal(characterSet(3).encode('a€'), undefined)
  t.equal(characterSet(17).encode('a€')?.length, 2)
  t.equal(characterSet(170).encode('a#'), undefined)
  t.equal(characterSet(20).encode('\\'), undefined, 'a yen sign to half of the readers')
  t.equal(characterSet(30).encode('\u3164'), undefined, 'the filler, which begins eight bytes to some readers')
  t.equal(characterSet(26).encode('\ud800'), undefined)
  t.equal(decoded(27, Uint8Array.of(0x80)), undefined)
  t.equal(decoded(8, Uint8Array.of(0xa1)), undefined)
  t.equal(decoded(26, Uint8Array.of(0xc3)), undefined)
  t.equal(decoded(25, Uint8Array.of(0x00, 0x41, 0x00)), undefined)
  t.equal(decoded(35, Uint8Array.of(0x00, 0xd8, 0, 0)), undefined)
  t.equal(decoded(29, Uint8Array.of(0xb0)), undefined, 'half of a pair')
  t.equal(decoded(29, Uint8Array.of(0xb0, 0x41)), undefined)
  t.equal(decoded(20, Uint8Array.of(0x81, 0x5f, 0x5c)), '＼\\', 'read as the platform reads it')
  t.end()
})

t.test('zxing-cpp reads the characters of every set under its ECI', inLongRun, async (t) => {
  const length = 150
  for (const eci of ecis) {
    const { bytesOf } = characterSet(eci)
    const isPlain = (point: number): boolean => point > 0x9f || (point > 0x1f && point < 0x7f)
    const all = points.filter((point) => isPlain(point) && bytesOf(point) !== undefined)
    const symbols = Math.ceil(all.length / length)
    const step = long ? 1 : Math.ceil(symbols / cases(12))
    const faults: string[] = []
    for (let i = 0; i < symbols; i += step) {
      const text = String.fromCodePoint(...all.slice(length * i, length * (i + 1)))
      const [read] = await zxingTexts(plainPicture(qr(text, { eci }), 2), 'qr')
      if (read !== text) faults.push(`${text} read as ${read}`)
    }
    t.strictSame(faults.slice(0, 3), [], `${eci}, ${eciNames[eci]}`)
  }
})
