/** Printers that print what they get, and count it. */

import {
  type Amount,
  type Channel,
  nothing,
  type Printer,
  type Printers,
  printersOf,
} from '../../src/printing/index.ts'
import { dock } from '../printing/printers/example-jobs.ts'

/** @param go  waited for before each label but the first */
export function countingChannel(go: () => Promise<void> = async () => {}): Channel['send'] {
  return async (pieces, _signal, events = {}) => {
    let all: Amount = nothing
    for await (const { labels, bytes } of pieces) {
      if (all.rows > 0) await go()
      events.starts?.()
      all = { rows: all.rows + 1, labels: all.labels + labels, bytes: all.bytes + bytes.length }
      events.handedOver?.()
      events.confirmed?.(1)
      events.printed?.(labels)
    }
    return { sent: all, confirmed: all, printed: all, from: undefined }
  }
}

/** Printers of labels of 50 x 30 mm at 203 dpi, each with its channel; all are ready. */
export function countingPrinters(channels: Readonly<Record<string, Channel['send']>>): Printers {
  const rows = Object.keys(channels).map((name): Printer => ({ ...dock, name, dpi: '203', stock: '50x30' }))
  return printersOf(rows, {
    channelOf: ({ name }) => ({
      condition: async () => ({ state: 'ready', message: 'ready' }),
      send: channels[name]!,
    }),
  })
}
