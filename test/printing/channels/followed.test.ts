import t from 'tap'
import { ippChannel } from '../../../src/printing/channels/ipp.ts'
import type { Patience, Printer } from '../../../src/printing/index.ts'
import { failureOf } from '../printers/example-jobs.ts'
import { using } from './ipp-channel.ts'
import {
  type Answer,
  getAttributes,
  type IppGroup,
  ippBytes,
  operationGroup,
  patience,
  piece,
  played,
  printerGroup,
  printJob,
  signal,
  testPrinter,
} from './played-printer.ts'

const cancelJob = 0x08
const getJob = 0x09

const channel = (url: string, times: Partial<Patience> = {}, changes: Partial<Printer> = {}) =>
  ippChannel({ ...testPrinter, ...changes }, { kind: 'ipp', url }, patience(times))

const four = (value: number): Buffer => Buffer.from(new Int32Array([value]).buffer).swap32()
const enums = (...values: number[]) => values.map((value) => [0x23, value] as const)

const follows = { 'operations-supported': enums(printJob, cancelJob, getJob, getAttributes) }

const jobGroup = (attributes: IppGroup['attributes']): IppGroup => ({ tag: 2, attributes })
const stateGroup = (state: number, ...reasons: string[]): IppGroup =>
  jobGroup({ 'job-state': enums(state), 'job-state-reasons': reasons.map((each) => [0x44, each] as const) })

/** A server that numbers its jobs, and says of the nth question about a job what `states` has; of later ones, the last. */
function server(...states: IppGroup[]): Answer {
  let jobs = 0
  let asked = 0
  return ({ operation, requestId }) => {
    if (operation === printJob) {
      return ippBytes(0, requestId, [operationGroup, jobGroup({ 'job-id': [[0x21, ++jobs]], 'job-state': enums(3) })])
    }
    if (operation !== getJob) return undefined
    return ippBytes(0, requestId, [operationGroup, states[Math.min(asked++, states.length - 1)]!])
  }
}

t.test('a label is confirmed once its job is completed', async (t) => {
  const states = [stateGroup(3), stateGroup(5, 'job-printing'), stateGroup(5, 'job-printing'), stateGroup(9)]
  await using(await played(server(...states), printerGroup(follows)), async ({ url, requests }) => {
    const delivery = await channel(url).send([piece(1, 'label')], signal())
    t.same([delivery.confirmed.labels, delivery.from, delivery.warnings], [1, undefined, undefined])
    t.equal(requests.filter(({ operation }) => operation === getJob).length, 4)
    t.same(requests.at(-1)!.attributes['job-id'], ['1'])
    // RFC 8011, 4.1.5: right after the printer
    t.same(requests.at(-1)!.names.slice(2, 4), ['printer-uri', 'job-id'])
  })
})

t.test('a job that ends otherwise', async (t) => {
  for (const [state, message] of [
    [
      stateGroup(7, 'job-canceled-by-operator'),
      /did not print the job: canceled \(job-canceled-by-operator\); 2 labels/,
    ],
    [stateGroup(8, 'aborted-by-system'), /did not print the job: aborted \(aborted-by-system\)/],
    [stateGroup(9, 'job-completed-with-errors'), /did not print the job: completed \(job-completed-with-errors\)/],
    [stateGroup(6, 'job-completed-with-errors'), /did not print the job: processing-stopped/],
  ] as const) {
    await using(await played(server(state), printerGroup(follows)), async ({ url }) => {
      const error = await failureOf(channel(url).send([piece(1, 'label'), piece(2, 'label')], signal()))
      t.match(error, { code: 'printer_refused', message, delivery: { confirmed: { labels: 0 }, from: 1 } })
    })
  }
})

t.test('a job that waits for a person is taken back, and those after it', async (t) => {
  const stopped = stateGroup(6, 'printer-stopped')
  await using(await played(server(stateGroup(9), stopped), printerGroup(follows)), async ({ url, requests }) => {
    const pieces = [1, 2, 3].map((row) => piece(row, 'label'))
    const error = await failureOf(channel(url, { write: 60 }).send(pieces, signal()))
    t.match(error, { code: 'printer_refused', message: /taken back: processing-stopped \(printer-stopped\)/ })
    t.match(error.delivery, { sent: { labels: 3 }, confirmed: { labels: 1 }, from: 2 })
    const cancelled = requests.filter(({ operation }) => operation === cancelJob)
    t.same(cancelled.flatMap(({ attributes }) => attributes['job-id']).toSorted(), ['2', '3'])
  })
})

t.test('a printer that says why nothing goes on', async (t) => {
  let isOut = false
  const states = server(stateGroup(5, 'job-printing'))
  const answer: Answer = (request, response) => {
    if (request.operation !== getAttributes || !isOut) {
      isOut = request.operation === printJob || isOut
      return states(request, response)
    }
    const out = printerGroup({ ...follows, 'printer-state-reasons': [[0x44, 'media-empty-error']] })
    return ippBytes(0, request.requestId, [operationGroup, out])
  }
  await using(await played(answer, printerGroup(follows)), async ({ url }) => {
    const error = await failureOf(channel(url, { write: 60 }).send([piece(1, 'label')], signal()))
    t.match(error, { code: 'printer_refused', message: /taken back: out of paper \(media-empty\)/ })
  })
})

t.test('a job that waits behind others is printed later, and said to be', async (t) => {
  await using(await played(server(stateGroup(3)), printerGroup(follows)), async ({ url, requests }) => {
    const delivery = await channel(url, { print: 60 }).send([piece(1, 'first'), piece(2, 'second')], signal())
    t.match(delivery, { sent: { labels: 2 }, confirmed: { labels: 0 }, from: 1 })
    t.match(delivery.warnings, [{ code: 'not_printed_yet', message: /prints them later: pending$/ }])
    t.notOk(requests.some(({ operation }) => operation === cancelJob))
  })
})

t.test('servers that tell nothing of jobs, or have forgotten one', async (t) => {
  await using(await played(server(stateGroup(3))), async ({ url, requests }) => {
    t.equal((await channel(url).send([piece(1, 'label')], signal())).confirmed.labels, 1)
    t.notOk(requests.some(({ operation }) => operation === getJob))
  })
  const states = server()
  const forgets: Answer = (request, response) => (request.operation === getJob ? 0x0406 : states(request, response))
  await using(await played(forgets, printerGroup(follows)), async ({ url }) => {
    t.equal((await channel(url).send([piece(1, 'label')], signal())).confirmed.labels, 1)
  })
})

t.test('labels that are accepted are followed to their end where the next is refused', async (t) => {
  const states = server(stateGroup(5), stateGroup(9))
  const answer: Answer = (request, response) =>
    request.operation === printJob && request.document.toString() === 'third' ? 0x0506 : states(request, response)
  await using(await played(answer, printerGroup(follows)), async ({ url }) => {
    const pieces = [piece(1, 'first'), piece(2, 'second'), piece(3, 'third')]
    const error = await failureOf(channel(url).send(pieces, signal()))
    t.match(error, { message: /not-accepting-jobs/, delivery: { confirmed: { labels: 2 }, from: 3 } })
  })
})

const collection = (x: Buffer | number, y: Buffer | number) =>
  [
    [0x34, ''],
    [0x4a, 'x-dimension'],
    [Buffer.isBuffer(x) ? 0x33 : 0x21, x],
    [0x4a, 'y-dimension'],
    [Buffer.isBuffer(y) ? 0x33 : 0x21, y],
    [0x37, ''],
  ] as const
const between = (least: number, most: number): Buffer => Buffer.concat([four(least), four(most)])

/** What a printer says of paper. */
const sizes = {
  'media-size-supported': [...collection(10_160, 12_700), ...collection(between(1270, 20_320), between(1270, 127_000))],
  'media-col-default': [[0x34, ''], [0x4a, 'media-size'], ...collection(10_160, 12_700), [0x37, '']],
} as const
const measures = {
  'media-col-supported': [
    [0x44, 'media-type'],
    [0x44, 'media-size'],
  ],
} as const
const asItIs = {
  'print-scaling-supported': [
    [0x44, 'auto'],
    [0x44, 'none'],
  ],
  'orientation-requested-supported': enums(3, 4),
} as const
const names = {
  'media-supported': ['iso_a4_210x297mm', 'custom_min_10x10mm', 'custom_max_120x2000mm'].map((n) => [0x44, n] as const),
  'media-default': [[0x44, 'iso_a4_210x297mm']],
} as const

t.test('the paper and the layout that a job asks for', async (t) => {
  const bySize = ['', 'media-size', '', 'x-dimension', '5000', 'y-dimension', '3000', '', '']
  const custom = 'custom_50x30mm_50x30mm'
  for (const [changes, stock, expected] of [
    [
      { ...sizes, ...measures, ...asItIs },
      '50x30',
      { 'media-col': bySize, 'print-scaling': ['none'], 'orientation-requested': ['\0\0\0\x03'] },
    ],
    [{ ...sizes, ...measures }, '50x30', { 'media-col': bySize }],
    [sizes, '50x30', { media: [custom] }],
    [names, '50x30', { media: [custom] }],
    [{ ...names, ...asItIs }, '210x297mm', { media: ['iso_a4_210x297mm'], 'print-scaling': ['none'] }],
    [{}, '50x30', { media: undefined, 'media-col': undefined }],
  ] as const) {
    await using(await played(() => undefined, printerGroup(changes)), async ({ url, requests }) => {
      const { warnings } = await channel(url, {}, { language: 'png', stock }).send([piece(1, 'label')], signal())
      t.equal(warnings, undefined)
      const job = requests.find(({ operation }) => operation === printJob)!
      for (const [name, values] of Object.entries(expected)) t.same(job.attributes[name], values, name)
    })
  }
  // what is in the printer's own language says its size itself
  await using(
    await played(() => undefined, printerGroup({ ...sizes, ...measures, ...asItIs })),
    async ({ url, requests }) => {
      await channel(url).send([piece(1, '^XA^XZ')], signal())
      t.notOk(
        requests.some(({ names }) =>
          names.some((name) => /media|scaling|orientation/.test(name) && !/supported|default/.test(name)),
        ),
      )
    },
  )
})

t.test('paper that a server does not have', async (t) => {
  const a4 = { 'media-supported': [[0x44, 'iso_a4_210x297mm']], 'media-default': [[0x44, 'iso_a4_210x297mm']] } as const
  await using(await played(() => undefined, printerGroup({ ...a4, ...asItIs })), async ({ url, requests }) => {
    const way = channel(url, {}, { language: 'pdf', stock: '50x30' })
    const { warnings } = await way.send([piece(1, 'label')], signal())
    t.match(warnings, [{ code: 'paper_size_unknown', message: /no paper of 50 x 30 mm: .* on paper of 210 x 297 mm$/ }])
    const { attributes } = requests.at(-1)!
    t.same([attributes.media, attributes['print-scaling']], [undefined, ['none']])
    const large = channel(url, {}, { language: 'pdf', stock: '300x300mm' })
    const error = await failureOf(large.send([piece(1, 'label')], signal()))
    t.match(error, {
      code: 'printer_refused',
      message: /would cut the label to the 210 x 297 mm/,
      delivery: { sent: { bytes: 0 } },
    })
  })
  // RFC 8011, 4.1.7: what a printer has put in place of what it was asked for
  const other: Answer = ({ operation, requestId }) =>
    operation === printJob
      ? ippBytes(1, requestId, [operationGroup, { tag: 5, attributes: { 'media-col': [[0x10, '']] } }])
      : undefined
  await using(await played(other, printerGroup({ ...sizes, ...measures })), async ({ url }) => {
    const { warnings } = await channel(url, {}, { language: 'pdf', stock: '50x30' }).send([piece(1, 'label')], signal())
    t.match(warnings, [{ code: 'paper_size_unknown', message: /on paper of 101.6 x 127 mm$/ }])
  })
})
