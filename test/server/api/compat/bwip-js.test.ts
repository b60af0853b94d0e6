import t from 'tap'
import { checkDigitOf } from '../../../../symbologies/gs1/index.ts'
import type { Symbology } from '../../../../symbologies/index.ts'
import { bwipPicture } from '../../../oracle/bwip.ts'
import { type Transmission, zxingTransmission } from '../../../oracle/zxing.ts'
import { drawn, forAll, inLongRun, type Random } from '../../../random.ts'
import { asked, moduleIn, pictureIn, quietZoneFault, type Values } from './compat.ts'

const digits = (r: Random, count: number): string => r.text('0123456789', count)
const printable = Array.from({ length: 95 }, (_, i) => String.fromCharCode(32 + i)).join('')
const beyond = 'äöüßéñçÅØ€Ωжשあ漢字😀'
const of39 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ -.$/+%'

/** A text for each barcode type, as its documentation has it; for some with the check digit or without. */
const texts: { readonly [bcid: string]: { readonly type: Symbology; readonly text: (r: Random) => string } } = {
  code128: { type: 'code128', text: (r) => r.text(printable + beyond, r.between(1, 24)) },
  'gs1-128': { type: 'code128', text: (r) => gs1Text(r) },
  ean14: { type: 'code128', text: (r) => `(01)${key(r, 13)}` },
  sscc18: { type: 'code128', text: (r) => `(00)${key(r, 17)}` },
  qrcode: { type: 'qr', text: (r) => r.text(printable + beyond, r.between(1, 80)) },
  gs1qrcode: { type: 'qr', text: (r) => gs1Text(r) },
  gs1dlqrcode: { type: 'qr', text: (r) => `https://id.gs1.org/01/${withCheckDigit(digits(r, 13))}` },
  microqrcode: { type: 'microqr', text: (r) => r.pick([digits(r, r.between(1, 20)), r.text(of39, r.between(1, 14))]) },
  datamatrix: { type: 'datamatrix', text: (r) => r.text(printable + beyond, r.between(1, 60)) },
  datamatrixrectangular: { type: 'datamatrix', text: (r) => r.text(printable, r.between(1, 40)) },
  datamatrixrectangularextension: { type: 'datamatrix', text: (r) => r.text(printable, r.between(1, 40)) },
  gs1datamatrix: { type: 'datamatrix', text: (r) => gs1Text(r) },
  gs1datamatrixrectangular: { type: 'datamatrix', text: (r) => gs1Text(r) },
  gs1dldatamatrix: { type: 'datamatrix', text: (r) => `https://id.gs1.org/01/${withCheckDigit(digits(r, 13))}` },
  ean13: { type: 'ean13', text: (r) => key(r, 12) + addon(r) },
  ean8: { type: 'ean8', text: (r) => key(r, 7) },
  upca: { type: 'upca', text: (r) => key(r, 11) + addon(r) },
  upce: { type: 'upce', text: (r) => `${r.pick('01')}${digits(r, 6)}${addon(r)}` },
  isbn: { type: 'ean13', text: (r) => isbn(r) + addon(r) },
  ismn: { type: 'ean13', text: (r) => `${r.pick(['979-0', 'M'])}-2605-${digits(r, 4)}` },
  issn: { type: 'ean13', text: (r) => `${digits(r, 4)}-${digits(r, 3)}${r.pick(['', ' 00', ` ${digits(r, 2)}`])}` },
  code39: { type: 'code39', text: (r) => r.text(of39, r.between(1, 16)) },
  code39ext: { type: 'code39', text: (r) => r.text(printable, r.between(1, 12)) },
  itf14: { type: 'itf14', text: (r) => key(r, 13) },
}

const withCheckDigit = (number: string): string => `${number}${checkDigitOf(number)}`
const key = (r: Random, count: number): string =>
  r.pick([true, false]) ? digits(r, count) : withCheckDigit(digits(r, count))
const addon = (r: Random): string => r.pick(['', '', '', ` ${digits(r, 2)}`, ` ${digits(r, 5)}`])
const isbn = (r: Random): string => `${r.pick(['978-', '979-', ''])}${r.between(2, 9)}-${digits(r, 5)}-${digits(r, 3)}`
const gs1Text = (r: Random): string => {
  const more = [
    `(10)${r.text('ABC0123456789-/', r.between(1, 12))}`,
    `(21)${r.text('XYZ0123456789', r.between(1, 12))}`,
  ]
  return `(01)${withCheckDigit(digits(r, 13))}${r.pick(['', '(17)261231', more[0]!, `(17)261231${more[0]}`, more.join('')])}`
}

/** A request: a type with its text, and of its parameters as many as come. */
function request(r: Random): Values {
  const bcid = r.pick(Object.keys(texts))
  const { type } = texts[bcid]!
  const some = (values: Values): Values => (r.between(0, 3) === 0 ? values : {})
  const isMatrix = type === 'qr' || type === 'microqr' || type === 'datamatrix'
  const text = texts[bcid]!.text(r)
  const canParse = ['code128', 'qrcode', 'datamatrix'].includes(bcid) && !text.includes('^')
  return {
    bcid,
    text,
    ...some({ scale: String(r.between(1, 4)) }),
    ...some({ scaleX: String(r.between(1, 4)) }),
    // modules that are not square are not read
    ...(isMatrix ? {} : some({ scaleY: String(r.between(1, 4)) })),
    ...some({ rotate: r.pick(['N', 'R', 'L', 'I']) }),
    ...some({ padding: String(r.between(0, 12)) }),
    ...some({ paddingwidth: String(r.between(0, 40)) }),
    ...some({ paddingbottom: String(r.between(0, 40)) }),
    ...some({ includetext: r.pick(['', 'true']) }),
    ...some({ textxalign: 'center' }),
    ...(isMatrix ? {} : some({ height: String(r.between(8, 40)) })),
    ...(isMatrix ? {} : some({ alttext: r.text(printable, r.between(1, 20)) })),
    ...some(isMatrix ? { width: '40', height: '40' } : { width: String(r.between(60, 200)) }),
    ...(type === 'qr' ? some({ eclevel: r.pick('LMQH') }) : {}),
    ...(bcid === 'qrcode' ? some({ version: String(r.between(20, 40)) }) : {}),
    ...(type === 'qr' ? some({ mask: String(r.between(1, 8)) }) : {}),
    ...(bcid === 'datamatrix' ? some({ format: 'rectangle', dmre: 'true' }) : {}),
    ...(bcid === 'code39' ? some({ includecheck: '' }) : {}),
    ...(canParse
      ? some({
          parse: '',
          text: `${text}^0${r.between(10, 99)}^${r.pick(['LF', 'TAB', 'GS', 'NUL', 'DC1'])}${r.pick(['', 'X'])}`,
        })
      : {}),
    ...(canParse ? some({ parsefnc: '', text: `^^${text}${r.pick(['', '^^'])}` }) : {}),
  }
}

/** The same for bwip-js, whose options have types. */
const optionsOf = (values: Values): Readonly<Record<string, string | number | boolean>> =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      ['includetext', 'parse', 'parsefnc', 'dmre', 'includecheck'].includes(name)
        ? true
        : /^(scale[XY]?|padding.*|height|width|mask)$/.test(name)
          ? Number(value)
          : value,
    ]),
  )

/** What a reader sends; it tells rectangles of Data Matrix that are not in ISO/IEC 16022 by identifiers of their own. */
const readIn = ({ text, identifier, extra }: Transmission): string =>
  `${identifier.replace(']d7', ']d1').replace(']d8', ']d2')} ${text} ${/"EanAddOn":"(\d+)"/.exec(extra)?.[1] ?? ''}`

t.test('what is drawn decodes to what bwip-js draws, with quiet zones', inLongRun, async () => {
  let [both, neither] = [0, 0]
  await forAll([drawn(request)], { count: 200 }, async (values) => {
    const answer = asked('bwip-js', values)
    const theirs = await bwipPicture(optionsOf(values))
    if (typeof theirs === 'string') {
      // what bwip-js refuses need not be refused here: a longer message, a larger version
      neither++
      return
    }
    if (answer.status !== 200) throw new Error(`${answer.status} ${new TextDecoder().decode(answer.body)}`)
    both++
    const { type } = texts[values.bcid!]!
    const upright = pictureIn(answer, values.rotate)
    const fault = quietZoneFault(upright, type, moduleIn(answer), { hasAddon: / \d+$/.test(values.text!) })
    if (fault !== undefined) throw new Error(fault)
    const [found, expected] = await Promise.all([upright, theirs].map((picture) => zxingTransmission(picture, type)))
    if (expected === undefined) throw new Error('nothing is read of what bwip-js draws')
    if (found === undefined || readIn(found) !== readIn(expected)) {
      throw new Error(`${JSON.stringify(found)} is not ${JSON.stringify(expected)}`)
    }
  })
  t.ok(both > 10 * neither, `${both} drawn by both, ${neither} refused by bwip-js`)
})
