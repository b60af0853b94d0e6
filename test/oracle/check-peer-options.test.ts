/** Sound symbols of peers with the options of the standards: no fault is found, and what was asked for is. */

import { deepEqual } from 'node:assert/strict'
import bwip from 'bwip-js/node'
import fc from 'fast-check'
import t from 'tap'
import { checkImage, type Picture, readPng } from '../../src/reader/check/index.ts'
import { ecis } from '../../symbologies/eci/index.ts'
import type { Symbology } from '../../symbologies/index.ts'
import { drawn, forAll, inLongRun, long, type Random } from '../random.ts'
import { ZintPictures } from '../reader/check/zint-samples.ts'
import { zintAbsent } from './zint.ts'

/** A symbol to draw, and what the report on it must say besides that it conforms. */
interface Wanted {
  readonly type: Symbology
  readonly options: readonly string[]
  readonly text?: string
  readonly addon?: string
  /** A code without the symbology. */
  readonly note?: string
}

/** What differs in the report on a picture. */
function objections(picture: Picture, { type, text, addon, note }: Omit<Wanted, 'options'>): string[] {
  const report = checkImage(picture)
  const faults = report.findings
    .filter(({ kind }) => kind === 'fault')
    .map(({ code, message }) => `${code}: ${message}`)
  const notes = report.findings.filter(({ kind }) => kind === 'note').map(({ code }) => code)
  return [
    ...(report.symbology === type && report.verdict === 'conforming' ? [] : [`${report.symbology} ${report.verdict}`]),
    ...faults,
    ...(text === undefined || report.text === text ? [] : [`text ${JSON.stringify(report.text)}, not ${text}`]),
    ...(report.addon === addon ? [] : [`add-on ${report.addon}, not ${addon}`]),
    ...(note === undefined || notes.includes(`${type}.${note}`) ? [] : [`no note ${note}`]),
  ]
}

const numbers = (r: Random, count: number): string => r.text('0123456789', count)
const addonOf = (r: Random): string => numbers(r, r.pick([2, 5]))
const words = (r: Random): string => r.text('ABCDEFGHIJabcdefghij0123456789', r.between(3, 12))

type Kind = (r: Random) => Wanted

const qr = ['-b', 'QRCODE']
const matrix = ['-b', 'DATAMATRIX']

const zintKinds: readonly Kind[] = [
  (r) => {
    const [text, addon] = [`1${numbers(r, 11)}`, addonOf(r)]
    return { type: 'ean13', addon, options: ['-b', 'EANX', '-d', `${text}+${addon}`] }
  },
  (r) => {
    const [text, addon] = [numbers(r, 11), addonOf(r)]
    return { type: 'upca', addon, options: ['-b', 'UPCA', '-d', `${text}+${addon}`] }
  },
  (r) => {
    const [text, addon] = [`0${r.text('123456789', 5)}${r.pick('56789')}`, addonOf(r)]
    return { type: 'upce', addon, options: ['-b', 'UPCE', '-d', `${text}+${addon}`] }
  },
  (r) => {
    const [text, addon] = [numbers(r, 7), addonOf(r)]
    return { type: 'ean8', addon, note: 'addon.symbology', options: ['-b', 'EANX', '-d', `${text}+${addon}`] }
  },
  (r) => {
    const [text, parts] = [words(r), r.between(2, 16)]
    const append = `--structapp=${r.between(1, parts)},${parts},${r.between(0, 255)}`
    return { type: 'qr', text, note: 'append', options: [...qr, append, '-d', text] }
  },
  (r) => {
    const [text, parts] = [words(r), r.between(2, 16)]
    const file = 1000 * r.between(1, 254) + r.between(1, 254)
    const append = `--structapp=${r.between(1, parts)},${parts},${file}`
    return { type: 'datamatrix', text, note: 'append', options: [...matrix, append, '-d', text] }
  },
  (r) => {
    const text = words(r)
    return { type: 'datamatrix', text, note: 'programming', options: [...matrix, '--init', '-d', text] }
  },
  (r) => {
    const text = words(r)
    return { type: 'code128', text, note: 'programming', options: ['-b', 'CODE128', '--init', '-d', text] }
  },
  (r) => ({
    type: 'code39',
    note: 'check',
    options: ['-b', 'CODE39', '--vers=1', '-d', words(r).toUpperCase()],
  }),
  (r) => ({ type: 'code39', note: 'fullascii', options: ['-b', 'EXCODE39', '-d', `x${words(r)}`] }),
  (r) => ({ type: 'itf14', options: ['-b', 'ITF14', r.pick(['--box', '--bind', '--border=0']), '-d', numbers(r, 13)] }),
]

const zint = new ZintPictures()
t.teardown(() => zint.remove())

async function zintObjections(wanted: Wanted, scale: string): Promise<string[]> {
  const picture = await zint.picture(...wanted.options, '--quietzones', `--scale=${scale}`)
  return picture === undefined ? ['no picture'] : objections(picture, wanted)
}

t.test('zint', { skip: zintAbsent || inLongRun.skip }, async () => {
  const scales = fc.constantFrom('0.5', '1', '1.5', '2')
  for (const kind of zintKinds) {
    await forAll([drawn(kind), scales], { count: 8, times: 4 }, async (wanted, scale) =>
      deepEqual(await zintObjections(wanted, scale), []),
    )
  }
})

/** zint has no ECI below 3; its 25th to 48th versions of Data Matrix are rectangles, most of them of ISO/IEC 21471. */
t.test('zint: every ECI and every rectangle', { skip: zintAbsent || inLongRun.skip }, async (t) => {
  const text = '472193'
  const choices: readonly Wanted[] = [
    ...ecis
      .filter((eci) => eci >= 3)
      .flatMap((eci): Wanted[] => [
        { type: 'qr', text, options: [...qr, `--eci=${eci}`, '-d', text] },
        { type: 'datamatrix', text, options: [...matrix, `--eci=${eci}`, '-d', text] },
      ]),
    ...Array.from(
      { length: 24 },
      (_, i): Wanted => ({ type: 'datamatrix', text, options: [...matrix, `--vers=${25 + i}`, '-d', text] }),
    ),
  ]
  for (const wanted of choices.filter((_, i) => long || i % 11 === 0)) {
    t.same(await zintObjections(wanted, '1'), [], wanted.options.join(' '))
  }
})

interface Drawn extends Omit<Wanted, 'options'> {
  readonly bcid: string
  readonly data: string
  readonly options?: object
}

/** Wide elements of bwip-js have 3 modules in Code 39 and 2 in ITF-14; all but the first are multiplied. */
const code39Ratios = [0.5, 0.75, 1]
const itf14Ratios = [1.5, 2]

const bwipKinds: readonly ((r: Random) => Drawn)[] = [
  ...(['ean13', 'upca', 'upce', 'ean8'] as const).map((type) => (r: Random): Drawn => {
    const addon = addonOf(r)
    const text = { ean13: `1${numbers(r, 11)}`, upca: numbers(r, 11), upce: '0123456', ean8: numbers(r, 7) }[type]
    const options = { includetext: r.between(0, 1) === 1, permitaddon: true }
    return { type, bcid: type, data: `${text} ${addon}`, addon, options }
  }),
  (r) => ({ type: 'qr', bcid: 'gs1qrcode', data: `(10)${words(r)}(01)09506000134352`.replace(/(.*)(\(01.*)/, '$2$1') }),
  (r) => {
    const text = words(r)
    const data = `^ECI000003${text}\xe9^ECI000026${text}\xc3\xa9`
    return { type: 'qr', bcid: 'qrcode', text: `${text}é${text}é`, data, options: { parsefnc: true, binarytext: true } }
  },
  (r) => {
    const text = words(r)
    const data = `^ECI000003${text}\xe9^ECI000026${text}\xc3\xa9`
    const options = { parsefnc: true, binarytext: true }
    return { type: 'datamatrix', bcid: 'datamatrix', text: `${text}é${text}é`, data, options }
  },
  (r) => {
    const [text, options] = [`x${words(r)}`, { parsefnc: true }]
    return { type: 'qr', bcid: 'qrcode', text, data: `^ECI012345${text}`, note: 'eci', options }
  },
  (r) => {
    // digits, because bwip-js writes a latch before the codeword that must be the first
    const [text, options] = [numbers(r, 8), { parsefnc: true }]
    return { type: 'datamatrix', bcid: 'datamatrix', text, data: `^PROG${text}`, note: 'programming', options }
  },
  (r) => {
    // a company's own by GS1's identifiers, a serial number by those of ANS MH10.8.2
    const text = `[)>\x1e0${r.pick(['5\x1d91', '6\x1dS'])}${numbers(r, 8)}\x1e\x04`
    return { type: 'datamatrix', bcid: 'datamatrix', text, data: text, options: { binarytext: true } }
  },
  (r) => {
    const text = r.text('ABC123', r.between(1, 60))
    return { type: 'datamatrix', bcid: 'datamatrixrectangularextension', text, data: text }
  },
  (r) => {
    const ratio = r.pick(code39Ratios)
    const options = { barratio: ratio, spaceratio: ratio, includecheck: true }
    return { type: 'code39', bcid: 'code39', data: words(r).toUpperCase(), note: 'check', options }
  },
  (r) => {
    const ratio = r.pick(itf14Ratios)
    const options = { barratio: ratio, spaceratio: ratio, showborder: r.between(0, 1) === 1 }
    return { type: 'itf14', bcid: 'itf14', data: numbers(r, 12).concat('0').slice(0, 13), options }
  },
  (r) => {
    const text = words(r)
    return {
      type: 'code128',
      bcid: 'code128',
      text,
      data: `^FNC3${text}`,
      note: 'programming',
      options: { parsefnc: true },
    }
  },
]

t.test('bwip-js', inLongRun, async () => {
  const rotations = fc.constantFrom('N' as const, 'R' as const, 'L' as const, 'I' as const)
  for (const kind of bwipKinds) {
    await forAll(
      [drawn(kind), rotations],
      { count: 8, times: 3 },
      async ({ bcid, data, options, ...wanted }, rotate) => {
        // fractions of modules are whole pixels at this scale
        const png = await bwip.toBuffer({ bcid, text: data, scale: 4, padding: 12, rotate, ...options })
        deepEqual(objections(await readPng(new Uint8Array(png)), wanted), [])
      },
    )
  }
})
