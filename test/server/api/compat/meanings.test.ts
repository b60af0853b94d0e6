/** Random requests of the services that nobody can ask here: what is drawn is what their documentation says. */

import t from 'tap'
import { checkDigitOf } from '../../../../symbologies/gs1/index.ts'
import type { Symbology } from '../../../../symbologies/index.ts'
import { type Picture, type Transmission, zxingTransmission } from '../../../oracle/zxing.ts'
import { drawn, forAll, inLongRun, type Random } from '../../../random.ts'
import { asked, moduleIn, pictureIn, quietZoneFault, type ServiceName, type Values } from './compat.ts'

/** A request, and what is to come of it. */
interface Case {
  readonly path?: string
  readonly query: Values | string
  readonly type: Symbology
  /** What a reader sends, with the identifier of the symbology. */
  readonly sent: string
  readonly turn?: string
  /** Dots a module, where they are said. */
  readonly module?: number
  /** The size of the picture that is wanted, in pixels; the height is the same where it is not said. */
  readonly width?: number
  readonly height?: number
  /** Light pixels and light modules on all sides besides. */
  readonly pixels?: number
  readonly modules?: number
  /** Dots a millimetre of what X-Dimension says. */
  readonly perMillimetre?: number
}

const ascii = Array.from({ length: 95 }, (_, i) => String.fromCharCode(32 + i)).join('')
const beyond = 'äöüßéñçÅØ€Ωж漢字あ😀'
const latin1 = 'äöüßéñçÅØ¿¡£'
const of39 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ-.$/+%'
const digits = (r: Random, count: number): string => r.text('0123456789', count)
const maybe = (r: Random, values: Values): Values => (r.between(0, 2) === 0 ? values : {})
/** Blanks at the ends would be drawn with a warning alone, but some readers of readers trim them. */
const inside = (text: string): string => `a${text}z`

const qrserver = (r: Random): Case => {
  const size = r.between(60, 600)
  const [margin, qzone] = [r.between(0, 30), r.between(0, 12)]
  const isLatin1 = r.between(0, 3) === 0
  const data = inside(r.text(isLatin1 ? ascii + latin1 : ascii + beyond, r.between(0, 60)))
  const values = {
    size: `${size}x${size}`,
    margin: String(margin),
    qzone: String(qzone),
    ...maybe(r, { ecc: r.pick('LMQH') }),
    ...maybe(r, { format: r.pick(['png', 'gif', 'jpeg']) }),
    ...maybe(r, { color: '255-0-0', bgcolor: 'fff' }),
    ...maybe(r, { 'charset-target': isLatin1 ? 'ISO-8859-1' : 'UTF-8' }),
  }
  const bytes = Buffer.from(data, 'latin1').toString('hex').replace(/../g, '%$&')
  const query = isLatin1
    ? `${new URLSearchParams(values)}&charset-source=ISO-8859-1&data=${bytes}`
    : { ...values, data }
  return { query, type: 'qr', sent: data, width: size, pixels: margin, modules: qzone }
}

const google = (r: Random): Case => {
  const [width, height] = [r.between(60, 500), r.between(60, 500)]
  const margin = r.between(0, 10)
  const choe = r.pick(['UTF-8', 'Shift_JIS', 'ISO-8859-1'])
  const alphabet = { 'UTF-8': beyond, Shift_JIS: 'あ漢字アж', 'ISO-8859-1': latin1 }[choe]!
  const chl = inside(r.text(ascii.replace(/[\\~]/g, '') + alphabet, r.between(0, 60)))
  return {
    query: {
      cht: 'qr',
      chs: `${width}x${height}`,
      chl,
      ...maybe(r, { chf: 'bg,s,65432100' }),
      choe,
      chld: `${r.pick(['', 'L', 'M', 'Q', 'H'])}|${margin}`,
    },
    type: 'qr',
    sent: chl,
    width,
    height,
    modules: margin,
  }
}

/** Numbers with the check digit, and what readers of UPC send, which is EAN-13. */
const numbers = (r: Random): { readonly type: Symbology; readonly text: string; readonly sent: string } => {
  const [type, count] = r.pick([
    ['ean13', 12],
    ['ean8', 7],
    ['upca', 11],
    ['itf14', 13],
  ] as const)
  const number = digits(r, count)
  const whole = `${number}${checkDigitOf(number)}`
  return { type, text: r.pick([number, whole]), sent: type === 'upca' ? `0${whole}` : whole }
}

const barcodeApi = (r: Random): Case => {
  const kind = r.pick(['qr', 'code128', 'code39', 'datamatrix', 'number', 'auto'])
  const dpi = r.between(100, 300)
  const shared = maybe(r, { fg: 'ff0000', bg: 'ffffff' })
  const of = (names: readonly string[], text: string): string => `${r.pick(names)}/${encodeURIComponent(text)}`
  const bars = {
    ...shared,
    module: String(r.between(2, 6)),
    dpi: String(dpi),
    qz: String(r.between(0, 9)),
    ...maybe(r, { text: r.pick(['none', 'bottom']) }),
  }
  const pixels = Math.round((Number(bars.qz) * dpi) / 25.4)
  switch (kind) {
    case 'qr': {
      const [size, qz] = [r.between(100, 500), r.between(0, 8)]
      const text = inside(r.text(ascii.replace('$', '') + beyond, r.between(0, 60)))
      const control = r.between(0, 3) === 0
      return {
        path: of(['qr', 'QR-Code', 'qrcode'], control ? `${text}$$M$$J` : text),
        query: { ...shared, size: String(size), qz: String(qz), ...maybe(r, { correction: r.pick('LMQH') }) },
        type: 'qr',
        sent: control ? `${text}\r\n` : text,
        width: size,
        modules: qz,
      }
    }
    case 'datamatrix': {
      const scale = r.between(2, 20) / 4
      const text = inside(r.text(ascii.replace('$', ''), r.between(0, 60)))
      const path = of(['dm', 'data-matrix', 'DataMatrix', 'matrix'], text)
      return {
        path,
        query: { ...shared, scale: String(scale), dpi: String(dpi), square: 'true' },
        type: 'datamatrix',
        sent: text,
        module: Math.round((scale * dpi) / 25.4),
      }
    }
    case 'code128': {
      const text = inside(r.text(ascii.replace('$', ''), r.between(0, 20)))
      return {
        path: of(['128', 'code128', 'Code-128'], text),
        query: bars,
        type: 'code128',
        sent: text,
        module: Number(bars.module),
        pixels,
      }
    }
    case 'code39': {
      const text = r.text(of39, r.between(1, 14))
      return {
        path: of(['39', 'code39', 'CODE-39'], text),
        query: bars,
        type: 'code39',
        sent: text,
        module: Number(bars.module),
        pixels,
      }
    }
    case 'number': {
      const { type, text, sent } = numbers(r)
      const names = { ean13: ['13', 'EAN13'], ean8: ['8', 'ean-8'], upca: ['a', 'upc'], itf14: ['14', 'gtin'] }[
        type as 'ean13'
      ]
      return { path: of(names, text), query: bars, type, sent, module: Number(bars.module), pixels }
    }
    default: {
      const { type, sent } = { type: 'ean13', sent: '' }
      const number = digits(r, 12)
      const whole = `${number}${checkDigitOf(number)}`
      const text = r.pick([`a${r.text('bcdefg.', r.between(0, 14))}`, whole])
      return {
        path: r.pick(['', 'auto/']) + text,
        query: bars,
        type: text === whole ? (type as Symbology) : 'code128',
        sent: sent || text,
        module: Number(bars.module),
        pixels,
      }
    }
  }
}

const tecIt = (r: Random): Case => {
  const kind = r.pick(['qr', 'code128', 'code39', 'datamatrix', 'number', 'gs1', 'ascii'])
  const dpi = r.pick([72, 96, 150, 200, 300, 600])
  const rotation = r.pick(['0', '90', '180', '270'])
  const turn = { 0: 'N', 90: 'R', 180: 'I', 270: 'L' }[rotation as '0']
  const unit = r.pick(['Px', 'Mm', 'Mils'])
  const wanted = r.between(2, 8)
  const perPixel = { Px: 1, Mm: 25.4 / dpi, Mils: 1000 / dpi }[unit]!
  const quiet = r.between(0, 60)
  const values = {
    unit,
    modulewidth: (wanted * perPixel).toFixed(5).replace(/\.?0+$/, ''),
    dpi: String(dpi),
    rotation,
    quiet: String(quiet),
    qunit: 'Px',
    ...maybe(r, { imagetype: r.pick(['Gif', 'Png', 'Jpg']), color: '#000000', bgcolor: '#ffffff' }),
    ...maybe(r, { hidehrt: r.pick(['True', 'False', 'true']) }),
    ...maybe(r, { eclevel: r.pick('LMQH'), dmsize: 'Default' }),
    ...maybe(r, { multiplebarcodes: 'false', codepage: 'Default' }),
  }
  const perMillimetre = (dpi === 600 ? 600 : 300) / 25.4
  const same = { turn, module: wanted, pixels: quiet, perMillimetre }
  const text = inside(r.text(ascii.replace('\\', '') + (kind === 'qr' ? beyond : ''), r.between(0, 24)))
  const escaped = { 'translate-esc': r.pick(['on', 'true', 'True']), data: `${text}\\n\\t\\x41\\066\\\\\\65` }
  const isEscaped = r.between(0, 2) === 0
  const data = isEscaped ? escaped : { ...maybe(r, { 'translate-esc': 'off' }), data: text }
  const sent = isEscaped ? `${text}\n\tA6\\A` : text
  switch (kind) {
    case 'qr':
      return {
        query: { ...values, ...data, code: r.pick(['QRCode', 'MobileQRCode', 'MobileQRUrl']) },
        type: 'qr',
        sent,
        ...same,
      }
    case 'datamatrix':
      return { query: { ...values, ...data, code: 'DataMatrix' }, type: 'datamatrix', sent, ...same }
    case 'code128':
      return { query: { ...values, ...data, ...maybe(r, { code: 'Code128' }) }, type: 'code128', sent, ...same }
    case 'code39': {
      const upper = r.text(of39, r.between(1, 14))
      return { query: { ...values, data: upper, code: 'Code39' }, type: 'code39', sent: upper, ...same }
    }
    case 'ascii': {
      const upper = r.text(of39.replace(/[%$/+]/g, ''), r.between(1, 10))
      return { query: { ...values, data: upper, code: 'Code39FullASCII' }, type: 'code39', sent: upper, ...same }
    }
    case 'number': {
      const number = numbers(r)
      const code = { ean13: 'EAN13', ean8: 'EAN8', upca: 'UPCA', itf14: 'ITF14' }[number.type as 'ean13']
      return { query: { ...values, data: number.text, code }, type: number.type, sent: number.sent, ...same }
    }
    default: {
      const gtin = digits(r, 13)
      const [ean, lot, serial] = [`${gtin}${checkDigitOf(gtin)}`, r.text('ABC123', r.between(1, 8)), digits(r, 4)]
      const message = r.pick([
        `(01)${ean}(10)${lot}(21)${serial}`,
        `01${ean}10${lot}\\F21${serial}`,
        `\\F01${ean}10${lot}\\F21${serial}`,
      ])
      return {
        query: { ...values, 'translate-esc': 'on', data: message, code: 'EANUCC128' },
        type: 'code128',
        sent: `01${ean}10${lot}\x1d21${serial}`,
        ...same,
      }
    }
  }
}

/** Modules of a QR Code from its left edge to its right one. */
function modulesAcross({ width, grey }: Picture, module: number): number {
  const columns = Array.from(grey.keys()).flatMap((i) => (grey[i]! < 128 ? [i % width] : []))
  const first = columns.reduce((least, x) => Math.min(least, x), width)
  return (columns.reduce((most, x) => Math.max(most, x), 0) + 1 - first) / module
}

/** What a reader sends, without what it adds. */
const textOf = ({ text }: Transmission): string => text

async function faultOf(service: ServiceName, { path, query, type, turn, ...one }: Case): Promise<string | undefined> {
  const answer = asked(service, query, path)
  if (answer.status !== 200) return `${answer.status} ${new TextDecoder().decode(answer.body)}`
  const picture = pictureIn(answer, turn)
  const module = moduleIn(answer, one.perMillimetre)
  if (one.module !== undefined && module !== Math.max(1, one.module)) return `a module of ${module} dots`
  const padding = (one.pixels ?? 0) + (one.modules ?? 0) * module
  // bars have light paper on the left and right alone
  const light = quietZoneFault(picture, type, module, {
    padding: type === 'qr' || service === 'tec-it' ? padding : 0,
  })
  if (light !== undefined) return light
  if (one.width !== undefined) {
    const modules = modulesAcross(picture, module)
    const widthAt = (dots: number): number =>
      modules * dots + 2 * Math.max((one.pixels ?? 0) + (one.modules ?? 0) * dots, 4 * dots)
    const { width, height = width } = one
    // with the least module there may be no room
    const least = widthAt(1)
    const wanted = [Math.max(width, least), Math.max(height, least)]
    if (`${picture.width}x${picture.height}` !== wanted.join('x'))
      return `${picture.width} x ${picture.height}, not ${wanted.join(' x ')} pixels`
    if (widthAt(module + 1) <= Math.min(width, height)) return `${module + 1} dots a module fit too`
  }
  const found = await zxingTransmission(picture, type)
  return found !== undefined && textOf(found) === one.sent
    ? undefined
    : `${JSON.stringify(found)}, not ${JSON.stringify(one.sent)}`
}

const requests: { readonly [service: string]: (r: Random) => Case } = {
  qrserver,
  google,
  barcodeapi: barcodeApi,
  'tec-it': tecIt,
}

for (const [service, request] of Object.entries(requests)) {
  t.test(`${service}: what is drawn is what was asked for, with quiet zones`, inLongRun, async () => {
    await forAll([drawn(request)], { count: 200 }, async (one) => {
      const fault = await faultOf(service as ServiceName, one)
      if (fault !== undefined) throw new Error(fault)
    })
  })
}
