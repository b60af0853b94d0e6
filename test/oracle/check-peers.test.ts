/** Symbols of bwip-js and zint, from their PNGs: what is sound is conforming; what is not is named. */

import { deepEqual } from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import bwip from 'bwip-js/node'
import fc from 'fast-check'
import t from 'tap'
import { checkImage, type Picture, readPng } from '../../src/reader/check/index.ts'
import { type Symbology, symbologies } from '../../symbologies/index.ts'
import { cases, forAll, forAllInBatches, inLongRun, long } from '../random.ts'
import { textsFor } from '../texts.ts'
import { zintAbsent } from './zint.ts'
import { zxingTexts } from './zxing.ts'

/** Texts of ISO 8859-1 without C1 controls, which every peer encodes as bytes. */
const byteTexts = (type: Symbology): fc.Arbitrary<string> =>
  textsFor[type].filter((text) => /^[\0-\x7f\xa0-\xff]+$/.test(text))

const bwipNames: Readonly<Record<Symbology, string>> = {
  code128: 'code128',
  qr: 'qrcode',
  microqr: 'microqrcode',
  datamatrix: 'datamatrix',
  upca: 'upca',
  upce: 'upce',
  ean13: 'ean13',
  ean8: 'ean8',
  code39: 'code39',
  itf14: 'itf14',
}

const zintNames: Readonly<Record<Symbology, string>> = {
  code128: 'CODE128',
  qr: 'QRCODE',
  microqr: 'MICROQR',
  datamatrix: 'DATAMATRIX',
  upca: 'UPCA',
  upce: 'UPCE',
  ean13: 'EANX',
  ean8: 'EANX',
  code39: 'CODE39',
  itf14: 'ITF14',
}

/** Unexpected findings in the report on a peer's symbol. */
async function objections(picture: Picture, type: Symbology, text: string): Promise<string[]> {
  const { symbology, verdict, findings } = checkImage(picture, { text })
  const faults = findings.filter(({ kind }) => kind === 'fault').map(({ code, message }) => `${code}: ${message}`)
  if (faults.length === 1 && (await carriesOtherText(picture, type, text, faults[0]!))) return []
  const said = symbology === type && verdict === 'conforming' ? [] : [`${symbology} ${verdict}`]
  return [...said, ...faults].map((each) => `${type} ${JSON.stringify(text)}: ${each}`)
}

/**
 * Whether the only fault is that the symbol carries another text, which a decoder reads, too: peers lose the FNC4 latch of
 * Code 128 in some texts of ISO 8859-1; see `otherTexts`.
 */
async function carriesOtherText(picture: Picture, type: Symbology, text: string, fault: string): Promise<boolean> {
  if (type !== 'code128' || /^[\0-\x7f]*$/.test(text) || !fault.startsWith('code128.text: ')) return false
  const [read] = await readByDecoder(picture)
  return read !== undefined && read !== text && fault.includes(`carries ${JSON.stringify(read)},`)
}

function readByDecoder(picture: Picture): Promise<string[]> {
  return zxingTexts({ ...picture, grey: Uint8Array.from(picture.grey) }, 'code128')
}

t.test('bwip-js', inLongRun, async (t) => {
  const drawings = fc.record({
    scale: fc.integer({ min: 1, max: 3 }),
    // in modules of linear symbols; those of matrix symbols are twice as large
    padding: fc.integer({ min: 12, max: 20 }),
    includetext: fc.boolean(),
    rotate: fc.constantFrom('N', 'R', 'L', 'I'),
  })
  for (const type of symbologies) {
    const isMatrix = type === 'qr' || type === 'microqr' || type === 'datamatrix'
    let looked = 0
    await forAll([byteTexts(type), drawings], { count: 10 }, async (text, drawing) => {
      const includetext = !isMatrix && drawing.includetext
      const symbol = { bcid: bwipNames[type], text, binarytext: true, ...drawing, includetext }
      const png = await bwip.toBuffer(symbol)
      deepEqual(await objections(await readPng(new Uint8Array(png)), type, text), [])
      looked++
    })
    t.comment(`${type}: ${looked} conform`)
  }
})

const escaped = (text: string): string =>
  Array.from(text, (character) => `\\x${character.charCodeAt(0).toString(16).padStart(2, '0')}`).join('')

const pictureIn = (file: string): Promise<Picture> => readPng(new Uint8Array(readFileSync(file)))

/** zint's pictures of the texts, from one process; undefined for a text that it refuses. */
async function zintPictures(
  type: Symbology,
  texts: readonly string[],
  options: readonly string[],
): Promise<(Picture | undefined)[]> {
  const folder = mkdtempSync(join(tmpdir(), 'check-'))
  try {
    const input = join(folder, 'texts')
    writeFileSync(input, texts.map((text) => `${escaped(text)}\n`).join(''))
    const batch = ['--batch', '-i', input, '-o', join(folder, '~~~~.png')]
    spawnSync('zint', ['-b', zintNames[type], '--binary', '--esc', '--quietzones', ...batch, ...options])
    const files = texts.map((_, i) => join(folder, `${String(i + 1).padStart(4, '0')}.png`))
    return await Promise.all(files.map((file) => (existsSync(file) ? pictureIn(file) : undefined)))
  } finally {
    rmSync(folder, { recursive: true })
  }
}

t.test('zint', { skip: zintAbsent || inLongRun.skip }, async (t) => {
  let looked = 0
  for (const type of symbologies) {
    const before = looked
    const shapes = type === 'datamatrix' ? [['--square'], []] : [[]]
    const choices = [0.5, 1, 1.5, 2].flatMap((scale) => shapes.map((shape) => [`--scale=${scale}`, ...shape]))
    // one process draws all texts of a choice
    const samples = fc.record({ text: byteTexts(type), options: fc.constantFrom(...choices) })
    await forAllInBatches(samples, { count: 20 }, async (all) => {
      const faults = new Map<(typeof all)[number], string>()
      for (const options of new Set(all.map(({ options }) => options))) {
        const alike = all.filter((sample) => sample.options === options)
        const texts = alike.map(({ text }) => text)
        for (const [i, picture] of (await zintPictures(type, texts, options)).entries()) {
          if (picture === undefined) continue
          looked++
          const [fault] = await objections(picture, type, texts[i]!)
          if (fault !== undefined) faults.set(alike[i]!, fault)
        }
      }
      return all.map((sample) => faults.get(sample))
    })
    t.comment(`${type}: ${looked - before} conform`)
  }
  t.ok(looked > cases(20) * 7)
})

t.test('zint under other choices: levels, versions, masks, ECI', { skip: zintAbsent || inLongRun.skip }, async (t) => {
  const choices: readonly (readonly [Symbology, readonly string[]])[] = [
    ...[1, 2, 3, 4].map((level) => ['qr', [`--secure=${level}`]] as const),
    ...[3, 7, 10, 27, 40].map((version) => ['qr', [`--vers=${version}`]] as const),
    ...[0, 1, 2, 3, 4, 5, 6, 7].map((mask) => ['qr', [`--mask=${mask}`]] as const),
    ['qr', ['--eci=3']],
    ...Array.from({ length: 30 }, (_, i) => ['datamatrix', [`--vers=${i + 1}`]] as const),
    ['datamatrix', ['--eci=3']],
    ...[2, 3, 4].map((version) => ['microqr', [`--vers=${version}`]] as const),
  ]
  const wrong: string[] = []
  for (const [type, options] of choices.filter((_, i) => long || i % 3 === 0)) {
    const text = type === 'microqr' ? '12345' : 'AB12'
    const [picture] = await zintPictures(type, [text], options)
    const found = picture === undefined ? ['no picture'] : await objections(picture, type, text)
    wrong.push(...found.map((each) => `${type} ${options.join(' ')}: ${each}`))
  }
  t.same(wrong, [])
})

/**
 * Faults of the peer: checked by hand, codeword by codeword, and read by zxing-cpp as by our checker.
 *
 * bwip-js writes such symbols, too. zint 2.11.1 takes the FNC4 latch for off after unchanged characters, though it is on:
 * it writes a single FNC4, or latches again, before characters of the upper half, and so takes 128 away from them
 * (ISO/IEC 15417:2007, 4.3.4). The symbol is whole and carries another text.
 */
const otherTexts = [
  { text: '®¥ë÷ùÂ\x1c\x0b«â', says: '®¥ë÷ùÂ\x1c\x0b+b' },
  { text: 'ßæÒ½éê©49803801¡Ñ¶Î', says: 'ßæÒ½éê©49803801!Q6N' },
  { text: '0\x01\x17\x0e\x1d18íø¿ÂÈ²Â¸69ý', says: '0\x01\x17\x0e\x1d18íø¿ÂÈ²Â¸69}' },
]

t.test('faults in symbols of zint are found', { skip: zintAbsent || inLongRun.skip }, async (t) => {
  const texts = otherTexts.map(({ text }) => text)
  for (const [i, picture] of (await zintPictures('code128', texts, ['--scale=1'])).entries()) {
    const { text, says } = otherTexts[i]!
    if (picture === undefined) throw new Error(`zint refuses ${JSON.stringify(text)}`)
    const read = await readByDecoder(picture)
    // A later zint may be right, and then there is nothing to find.
    const { findings } = checkImage(picture, { text })
    const faults = findings.filter(({ kind }) => kind === 'fault').map(({ code }) => code)
    t.same(
      { read, faults },
      read[0] === text ? { read: [text], faults: [] } : { read: [says], faults: ['code128.text'] },
    )
  }
})

t.test('zint, UTF-8 and kanji', { skip: zintAbsent || inLongRun.skip }, async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'check-'))
  t.teardown(() => rmSync(folder, { recursive: true }))
  const wrong: string[] = []
  for (const [type, text, ...options] of [
    ['qr', '漢字倉庫', '-b', 'QRCODE'],
    ['qr', 'αβγ and 한글', '-b', 'QRCODE', '--eci=26'],
    ['microqr', '漢字', '-b', 'MICROQR'],
    ['datamatrix', 'αβγ and 한글', '-b', 'DATAMATRIX', '--eci=26'],
  ] as const) {
    const file = join(folder, 'symbol.png')
    const { status, stderr } = spawnSync('zint', [...options, '--quietzones', '-o', file, '-d', text], {
      encoding: 'utf8',
    })
    if (status !== 0) throw new Error(stderr)
    wrong.push(...(await objections(await pictureIn(file), type, text)))
  }
  t.same(wrong, [])

  // Where kanji and ASCII mix, zint writes Shift JIS bytes and no ECI; by the standard these are ISO 8859-1 (7.3.2).
  const file = join(folder, 'mixed.png')
  spawnSync('zint', ['-b', 'QRCODE', '--quietzones', '-o', file, '-d', 'abc漢字123'])
  const faults = checkImage(await pictureIn(file), { text: 'abc漢字123' }).findings.filter(
    ({ kind }) => kind === 'fault',
  )
  t.match(faults, [{ code: 'qr.text', message: /Shift JIS, but no ECI declares that/ }])
})

t.test('zint, GS1', { skip: zintAbsent }, async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'check-'))
  t.teardown(() => rmSync(folder, { recursive: true }))
  const file = join(folder, 'symbol.png')
  const wrong: string[] = []
  for (const [type, name] of [
    ['qr', 'QRCODE'],
    ['datamatrix', 'DATAMATRIX'],
    ['code128', 'GS1_128'],
  ] as const) {
    const data = ['--gs1', '-d', '[01]09501101530003[10]AB%123[21]XYZ7']
    spawnSync('zint', ['-b', name, '--quietzones', '--notext', '--scale=2', '-o', file, ...data])
    wrong.push(...(await objections(await pictureIn(file), type, '010950110153000310AB%123\x1d21XYZ7')))
  }
  t.same(wrong, [])
})

t.test('bwip-js, digits that touch the bars', async (t) => {
  const wrong: string[] = []
  for (const text of ['98860941614', '44485603423']) {
    const png = await bwip.toBuffer({ bcid: 'upca', text, scale: 1, padding: 12, includetext: true })
    wrong.push(...(await objections(await readPng(new Uint8Array(png)), 'upca', text)))
  }
  t.same(wrong, [])
})
