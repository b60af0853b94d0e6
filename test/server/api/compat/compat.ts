/** Asks the addresses of other services, and looks at what they draw. */

import type { Answer, Caller } from '../../../../src/answer.ts'
import { drawBarcode, drawLabel } from '../../../../src/draw.ts'
import { barcodeApi } from '../../../../src/server/api/compat/barcodeapi.ts'
import { bwipJs } from '../../../../src/server/api/compat/bwip-js.ts'
import { googleChart } from '../../../../src/server/api/compat/google-chart.ts'
import { qrserver } from '../../../../src/server/api/compat/qrserver.ts'
import { compat } from '../../../../src/server/api/compat/service.ts'
import { tecIt } from '../../../../src/server/api/compat/tec-it.ts'
import type { Symbology } from '../../../../symbologies/index.ts'
import { pngPicture } from '../../../oracle/picture.ts'
import type { Picture } from '../../../oracle/zxing.ts'

const draw = { barcode: drawBarcode, label: drawLabel, limits: { maxPixels: 25_000_000 } }

export const services = { 'bwip-js': bwipJs, barcodeapi: barcodeApi, qrserver, google: googleChart, 'tec-it': tecIt }
export type ServiceName = keyof typeof services

const endpoints = {
  'bwip-js': compat(bwipJs, draw),
  barcodeapi: compat(barcodeApi, draw),
  qrserver: compat(qrserver, draw),
  google: compat(googleChart, draw),
  'tec-it': compat(tecIt, draw),
}

export type Values = { readonly [name: string]: string }

/** The answer to values, as a client sends them, or to a query as it is. @param path  after that of the service */
export function asked(service: ServiceName, query: Values | string, path = ''): Answer {
  const values = typeof query === 'string' ? query : new URLSearchParams(query).toString()
  return endpoints[service](values, undefined, senderWith(path))
}

const senderWith = (segment: string): Caller => ({
  principal: { key: '192.0.2.1', name: '192.0.2.1' },
  segment,
  headerOf: () => undefined,
  printingRefused: () => undefined,
})

export function headerOf({ headers }: Answer, name: string): string | undefined {
  const at = headers.findIndex((each, i) => i % 2 === 0 && each.toLowerCase() === name.toLowerCase())
  return at < 0 ? undefined : headers[at + 1]
}

/** The names that an answer ignores. */
export const ignoredIn = (answer: Answer): readonly string[] =>
  headerOf(answer, 'Quietzone-Ignored')
    ?.split(', ')
    .map((name) => decodeURIComponent(name)) ?? []

interface Fault {
  readonly parameter: string
  readonly code: string
  readonly message: string
  readonly suggestion?: Values
}

export function faultsIn({ body }: Answer): readonly Fault[] {
  return (JSON.parse(new TextDecoder().decode(body)) as { error: { faults: readonly Fault[] } }).error.faults
}

/** The picture of an answer, upright. @param turn  as it was drawn */
export function pictureIn({ body }: Answer, turn = 'N'): Picture {
  const drawn = pngPicture(body)
  const times = { N: 0, R: 3, I: 2, L: 1 }[turn]!
  return Array.from({ length: times }).reduce<Picture>(turned, drawn)
}

/** The picture a quarter turn clockwise. */
function turned({ width, height, grey }: Picture): Picture {
  const result = new Uint8Array(grey.length)
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) result[x * height + (height - 1 - y)] = grey[y * width + x]!
  return { width: height, height: width, grey: result }
}

/** Dots a module, as the answer says. @param perMillimetre  dots */
export const moduleIn = (answer: Answer, perMillimetre = 300 / 25.4): number =>
  Math.round(Number.parseFloat(headerOf(answer, 'X-Dimension')!) * perMillimetre)

/** Light modules that each symbology needs on the left, on the right, above and below, by its standard. */
const quietZones: { readonly [S in Symbology]: readonly [left: number, right: number, above: number, below: number] } =
  {
    code128: [10, 10, 0, 0],
    qr: [4, 4, 4, 4],
    microqr: [2, 2, 2, 2],
    datamatrix: [1, 1, 1, 1],
    ean13: [11, 7, 0, 0],
    ean8: [7, 7, 0, 0],
    upca: [9, 9, 0, 0],
    upce: [9, 7, 0, 0],
    code39: [10, 10, 0, 0],
    itf14: [10, 10, 0, 0],
  }

/** Light modules on the right of an add-on (GS1 General Specifications, 5.2.2.5). */
const afterAddon = 5

/** Why light paper is missing around the symbol: on each side of the bars, in a row through their upper half, or of all modules. */
export function quietZoneFault(
  picture: Picture,
  type: Symbology,
  module: number,
  { padding = 0, hasAddon = false }: { readonly padding?: number; readonly hasAddon?: boolean } = {},
): string | undefined {
  const { width, height, grey } = picture
  const [first, last] = [grey.findIndex((value) => value < 128), grey.findLastIndex((value) => value < 128)].map((i) =>
    Math.floor(i / width),
  ) as [number, number]
  const isMatrix = ['qr', 'microqr', 'datamatrix'].includes(type)
  // bearer bars of two modules go over the quiet zones, and digits stand below the bars
  const inBars = type === 'itf14' ? first + 3 * module : first + 1
  let [left, right] = [width, width]
  for (const y of isMatrix ? Array.from({ length: last - first + 1 }, (_, i) => first + i) : [inBars]) {
    const row = grey.subarray(y * width, (y + 1) * width)
    const [begin, end] = [row.findIndex((value) => value < 128), row.findLastIndex((value) => value < 128)]
    if (begin < 0) continue
    left = Math.min(left, begin)
    right = Math.min(right, width - 1 - end)
  }
  const [needLeft, ofBars, needAbove, needBelow] = quietZones[type].map((modules) => modules * module)
  const needRight = hasAddon ? afterAddon * module : ofBars
  const found = [left, right, first, height - 1 - last]
  const needed = [needLeft!, needRight!, isMatrix ? needAbove! : 0, isMatrix ? needBelow! : 0].map((each) =>
    Math.max(each, padding),
  )
  return found.every((light, i) => light >= needed[i]!) ? undefined : `light ${found}, needed ${needed}`
}
