/** Labels of a design: 500 rows with four elements, two of them symbols, as one request of POST /api/v1/labels. */

import type { Answer, LongAnswer } from '../src/answer.ts'
import { labels } from '../src/server/api/labels/index.ts'
import { digits, pool } from './pools.ts'
import { type Quartiles, quartiles } from './quartiles.ts'

export interface DesignCost {
  readonly format: 'pdf' | 'zpl'
  readonly labelsPerSecond: Quartiles
  /** Of the answer, in bytes. */
  readonly bytes: Quartiles
  /** The most bytes on the heap and outside of it at a time, beyond those before the request. */
  readonly memory: Quartiles
}

const design = {
  name: 'shelf',
  size: '57x32mm',
  fields: { sku: { required: true, pattern: '[A-Z0-9-]{1,20}' }, name: {} },
  elements: [
    { kind: 'text', at: [2, 2], size: [53, 7], value: '{name}', height: 4 },
    { kind: 'line', from: [2, 10], to: [55, 10] },
    { kind: 'symbol', at: [1, 11], size: [36, 20], type: 'code128', value: '{sku}', text: true },
    { kind: 'symbol', at: [38, 12], size: [18, 18], type: 'qr', value: 'https://example.com/{sku}' },
  ],
}

const rows = 500

/** @param rounds  each with other rows */
export function measuredDesigns(rounds: number): readonly DesignCost[] {
  const endpoint = labels({ limits: { maxPixels: 25_000_000 } })
  return (['pdf', 'zpl'] as const).map((format) => {
    const measured = Array.from({ length: rounds + 1 }, () => measuredRequest(endpoint, format))
    // the first round compiles
    const [, ...counted] = measured
    return {
      format,
      labelsPerSecond: quartiles(counted.map(({ seconds }) => rows / seconds)),
      bytes: quartiles(counted.map(({ bytes }) => bytes)),
      memory: quartiles(counted.map(({ memory }) => memory)),
    }
  })
}

function measuredRequest(endpoint: ReturnType<typeof labels>, format: DesignCost['format']) {
  const all = pool(rows, (draw) => digits(draw, 8))
  const sent = all.map((number) => ({ sku: `QZ-${number}`, name: `Hex bolt M8 x ${number.slice(0, 2)}` }))
  const bytes = Buffer.from(JSON.stringify({ design, rows: sent }))
  globalThis.gc?.()
  const before = used()
  const start = performance.now()
  const sender = { principal: { key: '', name: '' }, headerOf: () => undefined, printingRefused: () => undefined }
  const steps = endpoint(`format=${format}&dpi=203`, { mediaType: 'application/json', bytes }, sender)
  if (!('next' in steps)) throw new TypeError('answered at once')
  let most = 0
  let step = steps.next()
  for (let i = 0; !step.done; i++) {
    if (i % 50 === 0) most = Math.max(most, used())
    step = steps.next()
  }
  const answer = step.value as Answer | LongAnswer
  if (answer.status !== 200) throw new Error(`answered ${answer.status}`)
  const seconds = (performance.now() - start) / 1000
  return { seconds, bytes: answer.body.length, memory: Math.max(0, most - before) }
}

function used(): number {
  const { heapUsed, external } = process.memoryUsage()
  return heapUsed + external
}
