/** Defects of what the options of the standards add to symbols, and what readers may take for something else. */

import t from 'tap'
import { checkImage, type Picture } from '../../src/check/index.ts'
import { encode, type OptionsOf, rowsOf, type Symbology } from '../../symbologies/index.ts'
import { plainPicture } from '../oracle/picture.ts'
import { type Defect, testDefects } from './defects.ts'
import { barsPicture } from './paint.ts'

const dots = 3

/** An EAN-13 with the add-on 12345, with modules the other way round and another gap; columns count from the first bar. */
function addonPicture({
  flipped = [],
  gap = 7,
  right = 5,
}: {
  flipped?: number[]
  gap?: number
  right?: number
} = {}): Picture {
  const barcode = encode('ean13', '590123412345', { addon: '12345' })
  const row = Array.from(rowsOf(barcode.matrix)[0]!)
  for (const column of flipped) row[column] = row[column] === '1' ? '0' : '1'
  const { from } = barcode.addon!
  const modules = [...row.slice(0, 95), ...new Array<string>(gap).fill('0'), ...row.slice(from)].join('')
  const widths = (modules.match(/1+|0+/g) ?? []).map((run) => run.length * dots)
  return barsPicture(widths, { left: 11 * dots, right: right * dots })
}

const from = encode('ean13', '590123412345', { addon: '12345' }).addon!.from

const addons: Defect[] = [
  { name: 'sound', picture: addonPicture(), text: '5901234123457+12345' },
  { name: 'without a word of it', picture: addonPicture(), text: '590123412345' },
  { name: 'another add-on', picture: addonPicture(), text: '5901234123457+12346', faults: ['ean13.text'] },
  { name: 'a gap of 12', picture: addonPicture({ gap: 12 }) },
  { name: 'a gap of 13', picture: addonPicture({ gap: 13 }), faults: ['ean13.addon.gap'] },
  { name: 'a gap of 6', picture: addonPicture({ gap: 6 }), faults: ['ean13.addon.gap'] },
  { name: 'no quiet zone behind', picture: addonPicture({ right: 3 }), faults: ['ean13.addon.quiet'] },
  {
    name: 'the guard',
    picture: addonPicture({ flipped: [from + 2] }),
    faults: ['ean13.addon.guard'],
    at: [[0, from + 2]],
  },
  {
    name: 'a separator',
    picture: addonPicture({ flipped: [from + 11, from + 12] }),
    faults: ['ean13.addon.separator'],
    at: [[0, from + 12]],
  },
  {
    name: 'a character',
    picture: addonPicture({ flipped: [from + 25] }),
    faults: ['ean13.addon.character'],
    at: [[0, from + 25]],
    most: 7,
  },
]

t.test('add-ons', async (t) => testDefects(t, addons))

t.test('the number sets of an add-on are its check', async (t) => {
  for (const [addon, wrong] of [
    ['12', '21'],
    ['12345', '12346'],
  ] as const) {
    const widths = (text: string): number[] =>
      (rowsOf(encode('ean13', '590123412345', { addon: text }).matrix)[0]!.match(/1+|0+/g) ?? []).map(
        (run) => run.length * dots,
      )
    // the number sets of one add-on with a digit of another: the last digits of both are in the same set or not
    const mixed = [...widths(addon).slice(0, -4), ...widths(wrong).slice(-4)]
    const { addon: read, findings } = checkImage(barsPicture(mixed, { left: 33, right: 15 }))
    t.equal(read?.length, addon.length)
    t.match(
      findings.filter(({ kind }) => kind === 'fault').map(({ code }) => code),
      ['ean13.addon.parity'],
    )
  }
})

/** The notes on a symbol, by the end of their codes, with what they say. */
function notesOn<S extends Symbology>(symbology: S, text: string, options?: OptionsOf<S>): Record<string, string> {
  const report = checkImage(plainPicture(encode(symbology, text, options), 3))
  const notes = report.findings.filter(({ kind }) => kind !== 'pass')
  return {
    ...(report.text !== undefined && { text: report.text }),
    ...Object.fromEntries(notes.map(({ code, message }) => [code, message])),
  }
}

t.test('what the report says of options', async (t) => {
  t.match(notesOn('qr', 'a part of a longer text', { parts: 3, part: 2 }), {
    'qr.append': /^part 2 of 3 of a structured append; the parity of all its data is \d+$/,
  })
  t.match(notesOn('datamatrix', 'a part of a longer text', { parts: 3, part: 2, fileid: '5,9' }), {
    'datamatrix.append': /part 2 of 3 of a structured append with the file identification 5, 9$/,
  })
  t.match(notesOn('datamatrix', 'program', { reader: 'init' }), { 'datamatrix.programming': /programs the reader/ })
  t.match(notesOn('code128', 'program', { reader: 'init' }), { 'code128.programming': /programs the reader/ })
  t.match(notesOn('qr', 'AB12', { fnc1: 'second', indicator: '37' }), { text: 'AB12', 'qr.fnc1': /the indicator 37$/ })
  t.match(notesOn('code39', 'CODE39', { checkdigit: true }), {
    'code39.check': /, is the check character of the others/,
  })
  t.match(notesOn('code39', 'Code 39', { fullascii: true }), { text: 'C+O+D+E 39', 'code39.fullascii': /"Code 39"$/ })
  const whole = checkImage(plainPicture(encode('code39', 'Code 39', { fullascii: true, checkdigit: true }), 3), {
    text: 'Code 39',
  })
  t.equal(whole.verdict, 'conforming')
})

t.test('a part is compared with that of the whole text', async (t) => {
  const text = 'A text that is divided among several symbols'
  for (const symbology of ['qr', 'datamatrix'] as const) {
    for (const part of [1, 2, 3]) {
      const picture = plainPicture(encode(symbology, text, { parts: 3, part }), 3)
      const { verdict, findings } = checkImage(picture, { text })
      t.equal(verdict, 'conforming')
      t.match(
        findings.find(({ code }) => code === `${symbology}.reference`),
        { kind: 'pass' },
      )
      t.match(
        checkImage(picture, { text: 'another text' }).findings,
        [{ code: `${symbology}.text`, kind: 'fault' }].slice(1),
      )
      t.equal(checkImage(picture, { text: 'another text' }).verdict, 'faults')
    }
  }
})

t.test('ECIs mean what the register says, and unknown ones are noted', async (t) => {
  for (const [eci, text] of [
    [18, 'Te słowa są głębokie'],
    [23, 'bœuf'],
    [9, 'ΑΒΓ'],
    [13, 'ไทย'],
    [24, 'عربي'],
  ] as const) {
    for (const symbology of ['qr', 'datamatrix'] as const) {
      t.same(notesOn(symbology, text, { eci }), { text }, `${symbology}, ECI ${eci}`)
    }
  }
})

t.test('bytes that readers guess at', async (t) => {
  t.match(notesOn('qr', 'Ã©', { eci: 'none' }), {
    text: 'Ã©',
    'qr.bytes': 'bytes without an ECI are ISO 8859-1, "Ã©"; readers that guess may take them for UTF-8, "é"',
  })
  t.notOk('qr.bytes' in notesOn('qr', 'é', { eci: 'none' }), 'neither UTF-8')
  t.notOk('qr.bytes' in notesOn('qr', 'Ã©'), 'nor without an ECI')
  t.match(notesOn('microqr', 'é'), { text: 'é', 'microqr.bytes': /readers may guess another character set$/ })
  t.notOk('microqr.bytes' in notesOn('microqr', 'e'))
})
