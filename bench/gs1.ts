import { checkDigitOf } from '../symbologies/check-digit.ts'
import { carried, gs1Message } from '../symbologies/gs1/index.ts'
import { encode, encodeContent } from '../symbologies/index.ts'
import { type Absent, type Contender, calling } from './contender.ts'
import type { Workload } from './measure.ts'
import { type Bwip, howToInstall, peer } from './peers.ts'
import { type Draw, digits, pool, text } from './pools.ts'

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
        await bwip('bwip-js, with its symbol', texts),
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
        await bwip('bwip-js', texts),
      ],
    },
  ]
}

async function bwip(name: string, texts: readonly string[]): Promise<Contender | Absent> {
  const found = await peer<Bwip>('bwip-js')
  if (found === undefined) return { name, kind: 'javascript', absent: `not installed: ${howToInstall}` }
  return calling({ name, kind: 'javascript' }, texts, (each) => found.default.raw({ bcid: 'gs1-128', text: each }))
}
