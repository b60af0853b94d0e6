/** GS1 messages in symbols: of ours and of others, right, and wrong in one way each. */

import { deepEqual, match, notEqual, ok } from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import bwip from 'bwip-js/node'
import fc from 'fast-check'
import t from 'tap'
import {
  type CheckOptions,
  checked,
  checkImage,
  type Picture,
  type Report,
  readPng,
} from '../../../../src/reader/check/index.ts'
import { bracketedText, needsSeparator } from '../../../../symbologies/gs1/forms.ts'
import { type Barcode, EncodeError, encode, rowsOf } from '../../../../symbologies/index.ts'
import { plainPicture } from '../../../oracle/picture.ts'
import { zintAbsent } from '../../../oracle/zint.ts'
import { zxingTexts } from '../../../oracle/zxing.ts'
import { drawn, forAll, inLongRun } from '../../../random.ts'
import { type Pair, randomPairs } from '../../../symbologies/gs1/messages.ts'
import { textsOf } from '../../../texts.ts'

const carriers = ['code128', 'datamatrix', 'qr'] as const
type Carrier = (typeof carriers)[number]

const gs = '\x1d'

/** The data of element strings, without FNC1 in front. */
const dataOf = (pairs: readonly Pair[]): string =>
  pairs.map(({ ai, value }, i) => ai + value + (i < pairs.length - 1 && needsSeparator(ai) ? gs : '')).join('')

/** Elements that the symbology has room for. */
const messagesFor = (type: Carrier): fc.Arbitrary<Pair[]> =>
  drawn((r) => randomPairs(r, type === 'code128' ? 3 : 6)).filter(
    (pairs) => type !== 'code128' || dataOf(pairs).length <= 60,
  )

const kinds = (report: Report, kind: 'fault' | 'note'): string[] =>
  report.findings.filter((finding) => finding.kind === kind).map(({ code }) => code)

/** What is wrong with the report on a sound symbol: its message may lack companions, and be too long for GS1-128. */
function objections(report: Report, type: Carrier, pairs: readonly Pair[]): string[] {
  const data = dataOf(pairs)
  const said: string[] = []
  if (report.symbology !== type || report.text !== data) said.push(`read as ${report.symbology} ${report.text}`)
  const allowed = type === 'code128' ? [] : [`${type}.gs1.missing_ai`]
  if (type === 'code128' && data.length > 48) allowed.push('code128.gs1.too_long')
  said.push(...kinds(report, 'fault').filter((code) => !allowed.includes(code)))
  const { gs1 } = report
  const elements = gs1?.elements.map(({ ai, value }) => ({ ai, value }))
  if (JSON.stringify(elements) !== JSON.stringify(pairs)) said.push(`elements ${JSON.stringify(elements)}`)
  if (gs1?.form !== 'elements' || gs1.raw !== `^${data.replaceAll(gs, '^')}`) said.push(`raw ${gs1?.raw}`)
  if (gs1?.bracketed !== bracketedText(pairs)) said.push(`bracketed ${gs1?.bracketed}`)
  if (gs1?.elements.some(({ parts }) => parts.length === 0)) said.push('an element has no parts')
  return said.map((each) => `${type} ${JSON.stringify(data)}: ${each}`)
}

t.test('GS1 symbols of the encoders: the message, and no module other than in the reference symbol', async () => {
  for (const type of carriers) {
    await forAll([messagesFor(type), fc.integer({ min: 1, max: 3 })], { count: 30 }, (pairs, dots) => {
      const barcode = encode(type, dataOf(pairs), { gs1: true })
      const { report, seen } = checked(plainPicture(barcode, dots), { thisYear: 2026 })
      deepEqual(objections(report, type, pairs), [])
      const notes = kinds(report, 'note').filter((code) => code !== 'code128.gs1.missing_ai')
      deepEqual(notes, [])
      deepEqual(seen[0]?.reference, rowsOf(barcode.matrix), 'another reference')
      const passed = report.findings.filter(({ kind }) => kind === 'pass').map(({ code }) => code)
      for (const rule of ['reference', 'shortest']) ok(passed.includes(`${type}.${rule}`), `no pass of ${rule}`)
    })
  }
})

t.test('FNC1 in C40 encodation of Data Matrix: 27 behind shift 2 (ISO/IEC 16022:2006, Annex C)', async (t) => {
  const barcode = encode('datamatrix', `0109506000134352240ABCDEFGHIJKLMN${gs}21ABCDEFGHIJKLM`, { gs1: true })
  t.match(barcode.trace.segments, [{ encodation: 'ascii' }, { encodation: 'c40' }])
  const { findings } = checkImage(plainPicture(barcode, 2))
  t.match(
    findings.find(({ code }) => code === 'datamatrix.reference'),
    { kind: 'pass' },
  )
})

const bwipNames = { code128: 'gs1-128', datamatrix: 'gs1datamatrix', qr: 'gs1qrcode' } as const

t.test('GS1 symbols of bwip-js', async () => {
  for (const type of carriers) {
    // bwip-js reads a bracket in a value as that of an AI, and doubles % also where it is a byte of QR Code
    const refused = type === 'qr' ? /[(%]/ : /\(/
    await forAll([messagesFor(type)], { count: 8 }, async (pairs) => {
      if (pairs.some(({ value }) => refused.test(value)) || (type === 'code128' && dataOf(pairs).length > 48)) return
      deepEqual(objections(checkImage(await bwipPicture(type, pairs)), type, pairs), [])
    })
  }
})

async function bwipPicture(type: Carrier, pairs: readonly Pair[]): Promise<Picture> {
  const text = pairs.map(({ ai, value }) => `(${ai})${value}`).join('')
  // currencies and company prefixes are judged otherwise than by us
  const options = { bcid: bwipNames[type], text, dontlint: true, scale: 2, padding: 15 }
  return readPng(new Uint8Array(await bwip.toBuffer(options)))
}

t.test('a fault of bwip-js is found: %% in byte mode is no escape (ISO/IEC 18004:2015, 7.4.8)', async (t) => {
  const pairs = [
    { ai: '01', value: '09506000134352' },
    { ai: '10', value: 'lower%case' },
  ]
  const symbol = await bwipPicture('qr', pairs)
  const [read] = await zxingTexts({ ...symbol, grey: Uint8Array.from(symbol.grey) }, 'qr')
  const faults = kinds(checkImage(symbol, { text: '(01)09506000134352(10)lower%case' }), 'fault')
  // a later bwip-js may be right, and then there is nothing to find
  t.same(faults, read === dataOf(pairs) ? [] : ['qr.text'])
  t.match(read, /lower%%?case$/)
})

const zintNames = { code128: 'GS1_128', datamatrix: 'DATAMATRIX', qr: 'QRCODE' } as const

t.test('GS1 symbols of zint', { skip: zintAbsent || inLongRun.skip }, async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'check-'))
  t.teardown(() => rmSync(folder, { recursive: true }))
  const file = join(folder, 'symbol.png')
  const messages: readonly Pair[][] = [
    [
      { ai: '01', value: '09506000134352' },
      { ai: '10', value: 'ab%/-1' },
      { ai: '17', value: '261231' },
    ],
    [{ ai: '00', value: '395060001343520001' }],
    [
      { ai: '01', value: '09506000134352' },
      { ai: '3103', value: '001234' },
      { ai: '21', value: '0042' },
      { ai: '11', value: '260100' },
    ],
  ]
  const wrong: string[] = []
  for (const type of carriers) {
    for (const pairs of messages) {
      const text = pairs.map(({ ai, value }) => `[${ai}]${value}`).join('')
      const options = ['-b', zintNames[type], '--gs1', '--quietzones', '--notext', '--scale=2', '-o', file, '-d', text]
      const { status, stderr } = spawnSync('zint', options, { encoding: 'utf8' })
      if (status !== 0) throw new Error(stderr)
      wrong.push(...objections(checkImage(await readPng(new Uint8Array(await readFile(file)))), type, pairs))
    }
  }
  t.same(wrong, [])
})

const picture = (barcode: Barcode): Picture => plainPicture(barcode, 2)
const gs1Symbol = (type: Carrier, text: string): Picture => picture(encode(type, text, { gs1: true }))
const report = (type: Carrier, text: string, options?: CheckOptions): Report =>
  checkImage(gs1Symbol(type, text), options)

t.test('a message with one defect at a random place', async () => {
  const batches = fc.tuple(textsOf('ABCDEF-/123', 12), textsOf('ABCDEF', 1)).map((parts) => parts.join(''))
  for (const type of carriers) {
    await forAll([fc.nat(9), batches], { count: 20 }, (digit, batch) => {
      const found = kinds(report(type, `010950600013435${digit}10${batch}${gs}17261231`), 'fault')
      deepEqual(found, digit === 2 ? [] : [`${type}.gs1.invalid_value`])
      // without the separator, the date is part of the batch, which is too long then
      const joined = `010950600013435210${batch.repeat(3).slice(0, 17)}17261231`
      const missing = report(type, joined).findings.find(({ code }) => code === `${type}.gs1.invalid_value`)
      match(missing?.message ?? '', /FNC1 may be missing behind ".{17}", before AI \(17\)$/)
      deepEqual(
        { ai: missing?.gs1?.ai, rule: missing?.gs1?.rule, code: missing?.gs1?.code },
        { ai: '10', rule: 'length', code: 'gs1_invalid_value' },
      )
    })
  }
})

t.test('hostile data behind FNC1: a verdict on each', async (t) => {
  const pieces = [
    '01',
    '00',
    '10',
    '^',
    gs,
    gs,
    '(',
    ')',
    '\\',
    '%',
    '17',
    '\0',
    'é',
    '8110',
    '95',
    '\ufdd0',
    '0'.repeat(30),
  ]
  const chosen = fc.array(fc.constantFrom(...pieces), { minLength: 1, maxLength: 12 })
  for (const type of carriers) {
    await forAll([chosen], { count: 20 }, (chosen) => {
      // in alphanumeric mode of QR Code, two separators are a per cent sign
      const isAmbiguous = (piece: string, i: number): boolean => chosen[i - 1] === gs && (piece === gs || piece === '%')
      const text = chosen.filter((piece, i) => type !== 'qr' || !isAmbiguous(piece, i)).join('')
      try {
        const { text: read, gs1, verdict } = report(type, text, { application: 'logistics', thisYear: 2026 })
        if (/^[\0-\x7f]*$/.test(text)) {
          deepEqual({ read, raw: gs1?.raw }, { read: text, raw: `^${text.replaceAll(gs, '^')}` })
        }
        notEqual(verdict, 'unreadable')
      } catch (error) {
        if (!(error instanceof EncodeError)) throw error
      }
    })
  }
  const most = report('qr', '0109506000134352'.repeat(440))
  t.equal(most.gs1?.elements.length, 440)
  const unknown = report('qr', `05${gs}`.repeat(1400))
  t.ok(unknown.findings.length < 400, 'the findings of one rule are bounded')
})
