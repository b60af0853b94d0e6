import t from 'tap'
import { ippChannel } from '../../../src/printing/channels/ipp.ts'
import type { Patience } from '../../../src/printing/index.ts'
import { failureOf } from '../printers/example-jobs.ts'
import { using } from './ipp-channel.ts'
import { getAttributes, patience, piece, played, printerGroup, signal, testPrinter } from './played-printer.ts'

const channel = (url: string, language: 'zpl' | 'pdf' | 'png' = 'zpl', times: Partial<Patience> = {}) =>
  ippChannel({ ...testPrinter, language }, { kind: 'ipp', url }, patience(times))

const keywords = (...reasons: string[]) => ({ 'printer-state-reasons': reasons.map((each) => [0x44, each] as const) })
const formats = (...types: string[]) => ({ 'document-format-supported': types.map((each) => [0x49, each] as const) })
const stopped = { 'printer-state': [[0x23, 5]] as const }

/** One line for people, which never has an address. */
function isPresentable(message: string): boolean {
  return /^[ -~]{1,1000}$/.test(message) && !/127\.0\.0\.1|localhost|:\d{4,5}\b|:\/\/\w/.test(message)
}

t.test('the state of a printer, from its attributes', async (t) => {
  const found = [
    ['ready', printerGroup()],
    ['ready', printerGroup({ 'printer-state': [[0x23, 4]] })],
    ['ready', printerGroup(keywords('media-low-warning', 'media-empty-report', 'connecting-to-device'))],
    ['ready', printerGroup({ 'printer-is-accepting-jobs': undefined, 'printer-state-reasons': undefined })],
    ['paper_out', printerGroup(keywords('media-empty'))],
    ['paper_out', printerGroup(keywords('media-needed-error', 'paused'))],
    ['paper_out', printerGroup({ ...stopped, ...keywords('media-empty-warning') })],
    ['head_open', printerGroup(keywords('media-empty-error', 'cover-open-error'))],
    ['head_open', printerGroup(keywords('door-open'))],
    ['ribbon_out', printerGroup(keywords('marker-supply-empty-error'))],
    ['paused', printerGroup({ ...stopped, ...keywords('paused') })],
    ['buffer_full', printerGroup(keywords('spool-area-full'))],
    ['unreachable', printerGroup(keywords('offline-error'))],
    ['error', printerGroup(stopped)],
    ['error', printerGroup(keywords('fuser-over-temp-error'))],
    ['error', printerGroup({ 'printer-is-accepting-jobs': [[0x22, false]] })],
  ] as const
  for (const [state, group] of found) {
    const printer = await played(() => undefined, group)
    await using(printer, async ({ url, requests }) => {
      const condition = await channel(url).condition(signal())
      t.equal(condition.state, state, JSON.stringify(group.attributes))
      t.ok(isPresentable(condition.message), condition.message)
      const [request] = requests
      t.equal(request!.operation, getAttributes)
      if (state === 'ready') return
      const error = await failureOf(channel(url).send([piece(7, '^XA^XZ')], signal()))
      t.equal(error.code, 'printer_refused')
      t.same(error.delivery.sent, { rows: 0, labels: 0, bytes: 0 })
      t.equal(error.delivery.from, 7)
      t.ok(error.message.includes(condition.message), error.message)
      t.ok(requests.every(({ operation }) => operation === getAttributes))
    })
  }
})

t.test('no reason of a printer is quoted that is not a keyword', async (t) => {
  const group = printerGroup({
    ...stopped,
    ...keywords('\u001b[2J', 'http://192.0.2.1/', 'media-empty', 'X'.repeat(9000)),
  })
  await using(await played(() => undefined, group), async ({ url }) => {
    const { state, message } = await channel(url).condition(signal())
    t.same([state, message], ['paper_out', 'out of paper (media-empty)'])
  })
})

t.test('the format of a document is one that the printer lists', async (t) => {
  const chosen = [
    ['zpl', ['application/octet-stream', 'application/vnd.zebra-zpl'], 'application/vnd.zebra-zpl'],
    ['zpl', ['application/octet-stream', 'application/vnd.cups-raw'], 'application/vnd.cups-raw'],
    ['zpl', ['application/pdf', 'application/octet-stream'], 'application/octet-stream'],
    ['zpl', [], 'application/octet-stream'],
    ['pdf', ['application/octet-stream', 'application/pdf'], 'application/pdf'],
    ['png', ['image/png'], 'image/png'],
    ['png', ['application/pdf', 'application/octet-stream'], undefined],
    ['pdf', ['image/urf'], undefined],
    ['zpl', ['application/pdf'], undefined],
  ] as const
  for (const [language, types, expected] of chosen) {
    await using(await played(() => undefined, printerGroup(formats(...types))), async ({ url, requests }) => {
      const job = channel(url, language).send([piece(1, 'label')], signal())
      if (expected === undefined) {
        const error = await failureOf(job)
        t.match(error.message, /^printer dock-3 does not take .*; it takes .*; nothing was sent$/)
        t.ok(error.message.includes(types[0]), error.message)
        t.equal(requests.length, 1)
      } else {
        await job
        t.same(requests[1]!.attributes['document-format'], [expected])
      }
    })
  }
})
