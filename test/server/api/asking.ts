import { PNG } from 'pngjs'
import type { Answer, Fault } from '../../../src/answer.ts'
import { drawBarcode, drawLabel } from '../../../src/draw.ts'
import { barcode, label } from '../../../src/server/api/images.ts'
import { explanation, gs1 } from '../../../src/server/api/json.ts'
import { planned } from '../../../src/server/api/plan.ts'
import type { Symbology } from '../../../symbologies/index.ts'
import { zxingReads } from '../../oracle/zxing.ts'

const draw = { barcode: drawBarcode, label: drawLabel, limits: { maxPixels: 25_000_000 } }
const endpoints = {
  barcode: barcode(draw),
  label: label(draw),
  plan: planned({ maxPixels: 25_000_000 }),
  explain: explanation(),
  gs1: gs1(),
}

type Values = { readonly [name: string]: string }

/** The answer of an endpoint to values, as a client sends them. */
export function ask(endpoint: keyof typeof endpoints, values: Values): Answer {
  const query = Object.entries(values).map(
    ([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`,
  )
  return endpoints[endpoint](query.join('&')) as Answer
}

export const jsonOf = ({ body }: Answer): { error?: { code: string; faults?: Fault[] }; [name: string]: unknown } =>
  JSON.parse(new TextDecoder().decode(body))

/** What zxing reads of the PNG. */
export async function readIn(
  answer: Answer,
  type: Symbology,
): Promise<{ text: string; identifier: string } | undefined> {
  const { width, height, data } = PNG.sync.read(Buffer.from(answer.body))
  const grey = Uint8Array.from({ length: width * height }, (_, i) => data[4 * i]!)
  return (await zxingReads({ width, height, grey }, type))[0]
}
