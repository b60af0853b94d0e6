/** Which symbologies carry which messages, and what they say of those that they do not carry. */
/** GS1 symbols, module by module, beside those of bwip-js and zint. */

import assert from 'node:assert/strict'
import fc from 'fast-check'
import t from 'tap'
import { checkDigitOf } from '../../../symbologies/check-digit.ts'
import { bracketedText } from '../../../symbologies/gs1/forms.ts'
import {
  carried,
  type Gs1Doubt,
  Gs1Error,
  type Gs1Fault,
  gs1Message,
  gs1Symbol,
  identifierOf,
  identifiers,
} from '../../../symbologies/gs1/index.ts'
import { type Barcode, EncodeError, encode, qr, rowsOf, type Symbology } from '../../../symbologies/index.ts'
import { code128Text, shortestCode128 } from '../../oracle/code128.ts'
import { type DataMatrixReading, readMessage } from '../../oracle/datamatrix-message.ts'
import { readDataMatrix } from '../../oracle/datamatrix-reader.ts'
import {
  bwipGs1Rows,
  bwipTakes,
  type Forced,
  type Gs1Symbology,
  matrixOfRows,
  withoutZint,
  zintGs1Rows,
} from '../../oracle/gs1.ts'
import { plainPicture } from '../../oracle/picture.ts'
import { readQr } from '../../oracle/qr-reader.ts'
import { zxingTexts } from '../../oracle/zxing.ts'
import { cases, drawn, forAll, forAllInBatches, inLongRun, random } from '../../random.ts'
import { type Pair, soundMessages } from './messages.ts'
import { validValue } from './values.ts'

const elements = { form: 'elements' } as const

/** The faults that `make` throws, none if it does not. */
function faultsOf(make: () => unknown): readonly Gs1Fault[] {
  try {
    make()
  } catch (error) {
    if (error instanceof Gs1Error) return error.faults
    throw error
  }
  return []
}

const symbolOf = (symbology: Symbology, text: string): Barcode =>
  gs1Symbol(symbology, text, carried(symbology, text, elements), (data, gs1) =>
    encode(symbology, data, gs1 ? { gs1 } : undefined),
  )

const withCheckDigit = (digits: string): string => digits + checkDigitOf(digits)

/** A GTIN of 8, 12, 13 or 14 digits in the 14 of AI (01); of 12 digits, some that UPC-E can shorten. */
const gtins = drawn((r): string => {
  const zeros = r.pick(['00000', '0000', '000', '00', ''])
  const shortened = `${r.pick('01')}${r.text('0123456789', 2)}${zeros}`
  const own = r.pick([
    r.text('0123456789', 7),
    (shortened + r.text('0123456789', 11)).slice(0, 11),
    `${shortened}${'0'.repeat(11)}`.slice(0, 10) + r.text('0123456789', 1),
    r.text('0123456789', 12),
    r.text('0123456789', 13),
  ])
  return withCheckDigit(own.padStart(13, '0'))
})

/** The zeros at the beginning that each leaves out. */
const zeros = { itf14: 0, ean13: 1, upca: 2, upce: 2, ean8: 6 } as const

t.test('EAN, UPC and ITF-14 carry the GTINs that fit: the symbol of their digits', inLongRun, async (t) => {
  const tally: Record<string, number> = {}
  await forAll([gtins], { count: 2000 }, (gtin) => {
    for (const [symbology, count] of Object.entries(zeros) as [keyof typeof zeros, number][]) {
      const text = `(01)${gtin}`
      const digits = gtin.slice(count)
      const fits = gtin.startsWith('0'.repeat(count)) && encodes(symbology, digits)
      const key = `${symbology} ${fits}`
      tally[key] = (tally[key] ?? 0) + 1
      const faults = faultsOf(() => symbolOf(symbology, text))
      // a GTIN of 12 or 8 digits is carried by UPC or EAN-8, and not by others as one with zeros
      const isOthers = gtin.startsWith('00') && symbology !== 'itf14' && faults.length > 0
      if (fits && !isOthers) {
        const [symbol, wanted]: Barcode[] = [symbolOf(symbology, text), encode(symbology, digits)]
        assert.deepEqual(rowsOf(symbol!.matrix), rowsOf(wanted!.matrix), symbology)
        assert.deepEqual(symbol!.captions, wanted!.captions, symbology)
        continue
      }
      const told = faults.map(({ code, ai, from, to }) => [code, ai, from, to])
      assert.deepEqual(told, [['gs1_carrier', '01', 1, text.length]], symbology)
    }
  })
  t.same(
    Object.keys(tally).sort(),
    ['ean13', 'ean8', 'itf14', 'upca', 'upce'].flatMap((name) =>
      name === 'itf14' ? [`${name} true`] : [`${name} false`, `${name} true`],
    ),
  )
})

function encodes(symbology: Symbology, digits: string): boolean {
  try {
    encode(symbology, digits)
    return true
  } catch (error) {
    if (error instanceof EncodeError) return false
    throw error
  }
}

t.test('EAN, UPC and ITF-14 carry a GTIN alone; the others that are none of GS1 refuse all', async (t) => {
  const gtin = '(01)00000096385074'
  const refused = (symbology: Symbology, text: string, wanted: Partial<Gs1Fault>): void =>
    void t.match(
      faultsOf(() => symbolOf(symbology, text)),
      [{ code: 'gs1_carrier', ...wanted }],
      `${symbology}, ${text}`,
    )
  for (const symbology of Object.keys(zeros) as (keyof typeof zeros)[]) {
    refused(symbology, `${gtin}(10)AB`, { ai: '10', from: 19, to: 24, message: /carries a GTIN alone/ as never })
    refused(symbology, `(10)AB${gtin}`, { ai: '10', from: 1, to: 6 })
    refused(symbology, '(00)106141412345678908', { ai: '00', from: 1, to: 22 })
    refused(symbology, '^0100000096385074' + '10AB', { ai: '10', from: 18, to: 21 })
    refused(symbology, 'https://id.gs1.org/01/96385074?17=261231', { ai: '17', from: 32, to: 40 })
  }
  refused('ean13', '(01)19506000134359', { ai: '01', from: 1, to: 18, message: /begins with a zero/ as never })
  refused('upca', '(01)09506000134352', { ai: '01', message: /begins with 2 zeros/ as never })
  refused('ean8', '(01)00036000291452', { ai: '01', message: /begins with 6 zeros/ as never })
  refused('upce', '(01)00036000291452', { ai: '01', from: 1, to: 18 })
  for (const symbology of ['microqr', 'code39'] as const) {
    refused(symbology, gtin, { from: 1, to: 18, message: /is not a symbology of GS1/ as never })
  }
})

t.test('a GTIN is carried from any form, and as short as a URI may have it', async (t) => {
  const { matrix } = encode('ean8', '96385074')
  for (const text of [
    '(01)00000096385074',
    '^0100000096385074',
    'https://id.gs1.org/01/96385074',
    'HTTP://x/01/000096385074',
  ]) {
    t.same(rowsOf(symbolOf('ean8', text).matrix), rowsOf(matrix), text)
  }
})

t.test('what is missing on the item is a warning on GS1-128, and a fault on all others', async (t) => {
  const wanted = { code: 'gs1_missing_ai', ai: '17', rule: 'req', from: 1, to: 10 }
  t.match(carried('code128', '(17)261231', elements), { text: '17261231', gs1: true, doubts: [wanted] })
  for (const symbology of ['qr', 'datamatrix', 'ean13', 'itf14', 'microqr'] as const) {
    t.match(
      faultsOf(() => carried(symbology, '(17)261231', elements)),
      [wanted],
      symbology,
    )
  }
  t.match(
    faultsOf(() => carried('code128', '(17)261299(02)09506000134352', elements)),
    [{ code: 'gs1_invalid_value', ai: '17' }],
    'what is wrong besides is a fault, without the doubts',
  )
})

t.test('a GS1-128 symbol of more than 48 characters is warned of, separators included', async (t) => {
  const serial = (length: number): string => `(01)09506000134352(21)${'A'.repeat(length)}`
  const doubts = (text: string): readonly Gs1Doubt[] => carried('code128', text, elements).doubts
  // 16 of the GTIN, 2 + 20 of the serial number, 1 of FNC1, 3 + 6 of the additional identification
  t.same(doubts(`${serial(20)}(240)123456`), [])
  const text = `${serial(20)}(240)1234567`
  t.match(doubts(text), [{ code: 'gs1_too_long', from: 1, to: text.length, message: /48 characters.* has 49/ }])
  t.same(carried('qr', text, elements).doubts, [])
  t.same(carried('datamatrix', text, elements).doubts, [])
})

t.test('a GS1 Digital Link URI is carried as it is by QR and Data Matrix, and by no other', async (t) => {
  const text = '(01)09506000134352(17)261231(10)AB-12'
  const link = 'https://id.gs1.org/01/09506000134352/10/AB-12?17=261231'
  for (const symbology of ['qr', 'datamatrix'] as const) {
    t.match(carried(symbology, text, { form: 'link' }), { text: link, gs1: false })
    const own = carried(symbology, link, { form: 'link', domain: 'https://example.com/a' })
    t.equal(own.text, link.replace('https://id.gs1.org', 'https://example.com/a'))
    t.match(
      faultsOf(() => carried(symbology, '(98)A', { form: 'link' })),
      [{ code: 'gs1_carrier', from: 1, to: 5 }],
    )
  }
  for (const symbology of ['code128', 'ean13', 'ean8', 'upca', 'upce', 'itf14', 'microqr', 'code39'] as const) {
    const faults = faultsOf(() => carried(symbology, text, { form: 'link' }))
    t.match(faults, [{ code: 'gs1_carrier', message: /accepted: qr, datamatrix/, from: 1, to: text.length }], symbology)
  }
})

t.test('the text under a symbol has the elements in brackets, each whole', async () => {
  await forAll([soundMessages(3)], { count: 100 }, (pairs) => {
    const shown = pairs.map(({ ai, value }) => `(${ai})${value}`)
    const wanted = [{ kind: 'line', text: shown.join(''), elements: shown }]
    assert.deepEqual(symbolOf('datamatrix', bracketedText(pairs)).captions, wanted)
  })
})

t.test('what GS1-128 excuses does not hide what it does not, however much there is of it', async (t) => {
  const r = random('excused')
  const needy = identifiers().filter(({ needs, excludes }) => needs.length > 0 && excludes.length === 0)
  const pairs = [...needy, identifierOf('3102')!, identifierOf('3103')!].map((identifier) => {
    return { ai: identifier.ai, value: validValue(r, identifier) }
  })
  t.ok(pairs.length > 60)
  const { faults } = gs1Message(bracketedText(pairs))
  t.match(faults.length, 100)
  t.throws(() => carried('code128', bracketedText(pairs), elements), { code: 'gs1_excluded_ai' })
})

interface Message {
  readonly pairs: readonly Pair[]
  /** The element strings with U+001D for FNC1. */
  readonly text: string
}

const messagesFor = (symbology: Gs1Symbology): fc.Arbitrary<Message> =>
  soundMessages(4)
    .map((pairs) => ({ pairs, ...carried(symbology, bracketedText(pairs), { form: 'elements' }) }))
    // beyond the 48 characters of GS1-128 the peers refuse some
    .filter(({ doubts }) => doubts.length === 0)
    .map(({ pairs, text }) => ({ pairs, text }))

const peers = ['bwip-js', 'zint'] as const

/** The symbols of a peer, undefined where it does not say the message. */
function peerRows(
  peer: (typeof peers)[number],
  symbology: Gs1Symbology,
  messages: readonly Message[],
  forced: Forced = {},
): (string[] | undefined)[] {
  const all = messages.map(({ pairs }) => pairs)
  if (peer === 'bwip-js')
    return all.map((pairs) => (bwipTakes(pairs) ? bwipGs1Rows(symbology, pairs, forced) : undefined))
  // zint 2.11.1 takes 23 for the start of AIs of predefined length, as it once was, and leaves out the FNC1 behind AI 235
  return zintGs1Rows(symbology, all, forced).map((rows, i) =>
    all[i]!.slice(0, -1).some(({ ai }) => ai === '235') ? undefined : rows,
  )
}

for (const peer of peers) {
  const skip = peer === 'zint' && withoutZint

  /*
   * FNC1 is in every code set, so that a change of the code set can stand on either side of it, and the odd digit at either end
   * of an odd number of digits: several symbols can be as short.
   */
  t.test(`GS1-128: the modules of ${peer}, or as few that say the same, or fewer`, { skip }, async (t) => {
    const tally = { alike: 0, other: 0, longer: 0 }
    await forAllInBatches(messagesFor('code128'), { count: 240, times: 20 }, (messages) => {
      const all = peerRows(peer, 'code128', messages)
      return Promise.all(
        messages.map(async ({ text }, i) => {
          const rows = all[i]
          if (rows === undefined) return undefined
          const ours = encode('code128', text, { gs1: true })
          const width = rows[0]!.length
          const isAlike = rows[0] === rowsOf(ours.matrix)[0]
          tally[isAlike ? 'alike' : width > ours.matrix.width ? 'longer' : 'other']++
          if (isAlike || width > ours.matrix.width) return undefined
          if (width < ours.matrix.width) return `${width} modules, ours ${ours.matrix.width}`
          const read = await zxingTexts(plainPicture({ ...ours, matrix: matrixOfRows(rows) }), 'code128')
          return read.includes(text) ? undefined : `zxing-cpp reads theirs as ${read}`
        }),
      )
    })
    t.ok(tally.alike > cases(240, 20) / 2, JSON.stringify(tally))
  })

  t.test(`GS1 DataMatrix: no more codewords than ${peer}; codewords alike, modules alike`, { skip }, async (t) => {
    const tally = { alike: 0, ascii: 0 }
    await forAllInBatches(messagesFor('datamatrix'), { count: 160, times: 20 }, (messages) => {
      const all = peerRows(peer, 'datamatrix', messages)
      return messages.map(({ text }, i) => {
        const rows = all[i]
        if (rows === undefined) return undefined
        const { trace, matrix } = encode('datamatrix', text, { gs1: true })
        const theirs = readDataMatrix(matrixOfRows(rows))
        if (!says(theirs, text)) return `theirs says ${theirs.text}`
        if (rows.length < matrix.height || theirs.padsFrom < trace.padsFrom) return `theirs is shorter: ${theirs.modes}`
        const isAlike = `${theirs.codewords}` === `${trace.codewords}`
        if (isAlike) tally.alike++
        if (isAlike && rows.join() !== rowsOf(matrix).join()) return 'other modules'
        if (!/^A+$/.test(theirs.modes)) return undefined
        tally.ascii++
        const forced = encode('datamatrix', text, { gs1: true, encodation: 'ascii' })
        return rowsOf(forced.matrix).join() === rows.join() ? undefined : 'other modules of ASCII'
      })
    })
    t.ok(Math.min(tally.alike, tally.ascii) > cases(160, 20) / 2, JSON.stringify(tally))
  })

  t.test(`GS1 QR Code: never larger than ${peer}; segments alike, modules alike`, { skip }, async (t) => {
    let alike = 0
    const six = fc.array(messagesFor('qr'), { minLength: 1, maxLength: 6 })
    const levels = fc.constantFrom('L', 'M', 'Q', 'H')
    let all = 0
    await forAll(
      [six, levels, fc.integer({ min: 1, max: 3 }), fc.nat(7)],
      { count: 28 },
      (messages, level, room, mask) => {
        all += messages.length
        const least = messages.map(({ text }) => qr(text, { gs1: true, level }).trace.version)
        for (const [i, rows] of peerRows(peer, 'qr', messages, { level }).entries())
          assert.ok(rows === undefined || rows.length >= 17 + 4 * least[i]!, `${messages[i]!.text} is smaller`)
        // with room for a peer that makes longer segments
        const forced = { level, version: Math.min(40, Math.max(...least) + room), mask }
        for (const [i, rows] of peerRows(peer, 'qr', messages, forced).entries()) {
          if (rows === undefined) continue
          const { text } = messages[i]!
          const { matrix } = qr(text, { gs1: true, ...forced })
          const [ours, theirs] = [readQr(matrix), readQr(matrixOfRows(rows))]
          const isAlike = JSON.stringify(ours.segments) === JSON.stringify(theirs.segments)
          assert.deepEqual([ours.text, ours.faults], [text, []])
          // bwip-js 4.11.4 writes % twice not just in alphanumeric segments, but in bytes too
          if (!(peer === 'bwip-js' && text.includes('%'))) assert.equal(theirs.text, text)
          if (isAlike) alike++
          assert.equal(isAlike, rows.join() === rowsOf(matrix).join(), text)
        }
      },
    )
    t.ok(alike > all / 2, `${alike} of ${all} alike`)
  })
}

const says = (reading: DataMatrixReading, text: string): boolean =>
  reading.gs1 && reading.text === text && reading.separators === text.split('\x1d').length - 1

t.test(
  'GS1-128 is as short as can be, and reads as its message: by a reader of symbol characters',
  inLongRun,
  async () => {
    await forAll([messagesFor('code128')], { count: 200 }, ({ text }) => {
      const { trace, matrix } = encode('code128', text, { gs1: true })
      assert.equal(trace.values.length, shortestCode128(`\x1d${text}`, true) + 2)
      assert.equal(code128Text(trace.values, true), `\x1d${text}`)
      assert.equal(matrix.width, 11 * trace.values.length + 2)
    })
  },
)

t.test('GS1 DataMatrix reads as its message in every encodation, by a reader of codewords', async () => {
  await forAll([messagesFor('datamatrix')], { count: 200 }, ({ text }) => {
    for (const encodation of ['ascii', 'c40', 'text', 'base256'] as const) {
      const { trace } = encode('datamatrix', text, { gs1: true, encodation })
      const read = readMessage([...trace.codewords.subarray(0, trace.size.data)])
      // GS is a byte like others to Base 256; GS1 DataMatrix takes it for a separator as well as FNC1
      const isRight = encodation === 'base256' ? read.gs1 && read.text === text : says(read, text)
      assert.ok(isRight, `${encodation}: ${read.text}, ${read.modes}`)
    }
  })
})
