/** Encoders: the time from a text or a GS1 message to modules. */

import { checkDigitOf } from '../symbologies/check-digit.ts'
import { carried, gs1Message } from '../symbologies/gs1/index.ts'
import { catalogue, encode, encodeContent, type Symbology, symbologies } from '../symbologies/index.ts'
import { type Absent, type Contender, calling, type Workload } from './measure.ts'
import { type Bwip, howToInstall, javascriptPeers, nativePeer, peer } from './peers.ts'
import { address, type Draw, digits, goods, pool, text } from './pools.ts'

/** Texts for one symbology. */
interface Texts {
  readonly name: string
  readonly symbology: Symbology
  readonly texts: readonly string[]
  /** Modules a side, which is checked for each text; undefined if sizes differ. */
  readonly modules?: number
}

const code39Letters = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ'

/** Lengths from 10 to 2000 characters, each power of two as often as the others. */
const anyLength = (index: number): number => Math.round(10 * 200 ** ((index % 200) / 199))

/** With its check digit, the only form that all contenders accept; the last digit is 0, which zero suppression can produce. */
const upceOf = (five: string): string => `0${five}0${encode('upce', `0${five}0`).trace.digits.at(-1)}`

// biome-ignore format: a row a workload
const chosen: readonly Texts[] = [
  { name: 'Code 128, 20 digits', symbology: 'code128', texts: pool(1000, (draw) => digits(draw, 20)) },
  { name: 'Code 128, 20 mixed', symbology: 'code128', texts: pool(1000, (draw) => goods(draw, 20)) },
  { name: 'EAN-13', symbology: 'ean13', texts: pool(1000, (draw) => digits(draw, 12)) },
  { name: 'EAN-8', symbology: 'ean8', texts: pool(1000, (draw) => digits(draw, 7)) },
  { name: 'UPC-A', symbology: 'upca', texts: pool(1000, (draw) => digits(draw, 11)) },
  { name: 'UPC-E', symbology: 'upce', texts: pool(1000, (draw) => upceOf(digits(draw, 5))) },
  { name: 'Code 39, 20 characters', symbology: 'code39', texts: pool(1000, (draw) => text(draw, code39Letters, 20)) },
  { name: 'ITF-14', symbology: 'itf14', texts: pool(1000, (draw) => digits(draw, 13)) },
  { name: 'QR v3', symbology: 'qr', modules: 29, texts: pool(1000, (draw) => address(draw, draw(32, 40))) },
  { name: 'QR v13', symbology: 'qr', modules: 69, texts: pool(300, (draw) => address(draw, draw(300, 325))) },
  { name: 'QR v40', symbology: 'qr', modules: 177, texts: pool(100, (draw) => address(draw, draw(2220, 2325))) },
  { name: 'QR, mixed sizes', symbology: 'qr', texts: pool(1000, (draw, i) => address(draw, anyLength(i * 77))) },
  { name: 'Micro QR', symbology: 'microqr', texts: pool(1000, (draw) => digits(draw, draw(6, 18))) },
  { name: 'Data Matrix, 20 digits', symbology: 'datamatrix', texts: pool(1000, (draw) => digits(draw, 20)) },
  { name: 'Data Matrix, 60 mixed', symbology: 'datamatrix', texts: pool(1000, (draw) => goods(draw, 60)) },
  { name: 'Data Matrix 144x144', symbology: 'datamatrix', modules: 144, texts: pool(40, (draw) => goods(draw, draw(1640, 1700))) },
]

/** All symbologies; one without chosen texts encodes its sample. */
const pools: readonly Texts[] = [
  ...chosen,
  ...symbologies
    .filter((name) => !chosen.some(({ symbology }) => symbology === name))
    .map((symbology) => ({ name: catalogue[symbology].name, symbology, texts: [catalogue[symbology].sample] })),
]

/** From text to modules: every symbology, against all peers that can encode it. */
export async function symbolWorkloads(): Promise<Workload[]> {
  const workloads: Workload[] = []
  for (const texts of pools) workloads.push(await workloadOf(texts))
  return workloads
}

async function workloadOf({ name, symbology, texts, modules }: Texts): Promise<Workload> {
  for (const each of texts) {
    const { width } = encode(symbology, each).matrix
    if (modules !== undefined && width !== modules) throw new Error(`${name}: ${each.length} characters make ${width}`)
  }
  const ours: Contender = calling({ name: 'quietzone', kind: 'ours' }, texts, (each) => encode(symbology, each))
  // the C programs read the symbology from the start of the name
  const id = `${symbology}-${name.replace(/[^A-Za-z0-9]+/g, '')}`
  const native = [await nativePeer('zint', id, texts)]
  if (symbology === 'qr') native.push(await nativePeer('qrencode', id, texts))
  return { name, contenders: [ours, ...(await javascriptPeers(symbology, texts)), ...native] }
}

export const messageWorkload = 'GS1 message of four elements, read and validated'

/** `(01)09506000134352(17)261231(10)AB-12(21)12345` and the like. */
function message(draw: Draw): string {
  const key = `0${digits(draw, 12)}`
  const date = `${draw(24, 39)}${draw(10, 12)}${draw(10, 28)}`
  const batch = `${text(draw, 'ABCDEFGHJK', 2)}-${digits(draw, 2)}`
  return `(01)${key}${checkDigitOf(key)}(17)${date}(10)${batch}(21)${digits(draw, 5)}`
}

/** Messages of application identifiers: their elements and faults, and their GS1-128 symbols. */
export async function gs1Workloads(): Promise<Workload[]> {
  const texts = pool(500, message)
  const wrong = texts.find((each) => gs1Message(each).faults.length > 0)
  if (wrong !== undefined) throw new Error(`${wrong} is no right message`)
  // the element strings with FNC1, made beforehand
  const data = texts.map((each) => carried('code128', each, { form: 'elements' }).text)
  return [
    {
      name: messageWorkload,
      // bwip-js has no function that validates a message and makes no symbol of it
      contenders: [
        calling({ name: 'quietzone', kind: 'ours' }, texts, gs1Message),
        await bwipGs1('bwip-js, with its symbol', texts),
      ],
    },
    {
      name: 'GS1-128 of four elements, message to matrix',
      contenders: [
        calling({ name: 'quietzone', kind: 'ours' }, texts, (each) =>
          encodeContent('code128', { text: each, gs1: 'true' }),
        ),
        calling({ name: 'Code 128 of the element strings alone', kind: 'bare' }, data, (each) =>
          encode('code128', each, { gs1: true }),
        ),
        await bwipGs1('bwip-js', texts),
      ],
    },
  ]
}

async function bwipGs1(name: string, texts: readonly string[]): Promise<Contender | Absent> {
  const found = await peer<Bwip>('bwip-js')
  if (found === undefined) return { name, kind: 'javascript', absent: `not installed: ${howToInstall}` }
  return calling({ name, kind: 'javascript' }, texts, (each) => found.default.raw({ bcid: 'gs1-128', text: each }))
}
