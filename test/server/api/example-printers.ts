import {
  type Amount,
  type Channel,
  nothing,
  PrintError,
  type Printers,
  printersOf,
} from '../../../src/printing/index.ts'
import { dock } from '../../printing/printers/example-jobs.ts'

const amountOf = (rows: number, labels: number): Amount => ({ rows, labels, bytes: 640 * rows })

/** What each of the printers does with a job of so many rows, which make so many labels. */
const channels: Readonly<Record<string, Channel['send']>> = {
  async 'dock-3'(pieces) {
    let [rows, labels] = [0, 0]
    for await (const piece of pieces) {
      rows++
      labels += piece.labels
    }
    const all = amountOf(rows, labels)
    return { sent: all, confirmed: all, printed: all, from: undefined }
  },
  async lab() {
    const delivery = { sent: nothing, confirmed: nothing, printed: nothing, from: 1 }
    throw new PrintError('printer_refused', 'printer lab does not take the job: out of paper', delivery)
  },
  async gate() {
    const delivery = { sent: nothing, confirmed: nothing, printed: nothing, from: 1 }
    throw new PrintError('printer_unreachable', 'printer gate cannot be reached', delivery)
  },
  async ramp() {
    const delivery = { sent: amountOf(2, 2), confirmed: amountOf(1, 1), from: 2 }
    throw new PrintError('printer_timeout', 'printer ramp has taken nothing for 30 s', delivery)
  },
}

/** The printers of the examples in openapi.json; none of them is reached. */
export function examplePrinters(): Printers {
  const list = ['dock-3', 'lab', 'gate', 'ramp'].map((name) => ({ ...dock, name }))
  return printersOf([...list, { ...dock, name: 'slow', labelsPerMinute: 2 }], {
    clock: () => 0,
    channelOf: ({ name }) => ({
      condition: async () =>
        name === 'lab' ? { state: 'paper_out', message: 'out of paper' } : { state: 'ready', message: 'ready' },
      send: channels[name] ?? channels['dock-3']!,
    }),
  })
}
