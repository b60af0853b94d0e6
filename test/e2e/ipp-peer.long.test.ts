/** The same requests to a printer of ours and to ippeveprinter, the sample of the Printer Working Group: how they end, and what is said. */

import t from 'tap'
import { drawLabel } from '../../src/draw.ts'
import {
  type Attribute,
  groups,
  type IppResponse,
  requestBytes,
  responseOf,
} from '../../src/printing/channels/ipp-message.ts'
import { operations } from '../../src/server/receiving/ipp/operations.ts'
import { statuses } from '../../src/server/receiving/ipp/status.ts'
import { ippeveprinterAbsent, withIppeveprinter } from '../printing/channels/print-servers.ts'
import { common, integer, keyword, posted } from '../server/receiving/ipp/example-ipp.ts'
import { ippService } from './ipp-service.ts'

interface Request {
  readonly operation: keyof typeof operations | number
  readonly more?: readonly Attribute[]
  readonly job?: readonly Attribute[]
  readonly document?: Uint8Array
  /** In place of 1.1. */
  readonly version?: readonly [major: number, minor: number]
  /** In place of charset, language and the address of the printer. */
  readonly begin?: readonly Attribute[]
}

const format = (type: string): Attribute => ({ tag: 'mimeMediaType', name: 'document-format', values: [type] })
const jobId = (id: number): Attribute => integer('job-id', id)
const [charset, language] = common as [Attribute, Attribute]

async function asked(uri: string, request: Request): Promise<IppResponse> {
  const { operation, more = [], job, document = new Uint8Array(), version, begin } = request
  const usual: readonly Attribute[] = [
    ...common,
    { tag: 'uri', name: 'printer-uri', values: [uri.replace('http', 'ipp')] },
  ]
  const user: Attribute = { tag: 'name', name: 'requesting-user-name', values: ['anna'] }
  const bytes = requestBytes({
    operation: typeof operation === 'number' ? operation : operations[operation],
    requestId: 7,
    groups: [
      { tag: groups.operation, attributes: begin ?? [...usual, user, ...more] },
      ...(job === undefined ? [] : [{ tag: groups.job, attributes: job }]),
    ],
  })
  if (version !== undefined) bytes.set(version)
  const { body } = await posted(uri.replace(/^ipp:/, 'http:'), Buffer.concat([bytes, document]))
  // the answer to another version may have that
  if (body[0]! > 2) body[0] = 2
  return responseOf(body)
}

const label = drawLabel(
  {
    ...{ type: 'code128', text: 'QZ-0001', size: '50x25', dpi: '203', format: 'png' },
    ...{ orientation: 'landscape', qty: 1, showtext: true },
  },
  { maxPixels: 25_000_000 },
).bytes
const png = [format('image/png')]

const requests: Readonly<Record<string, Request>> = {
  'its attributes': { operation: 'getPrinterAttributes' },
  'some of its attributes': {
    operation: 'getPrinterAttributes',
    more: [keyword('requested-attributes', 'printer-state', 'no-such-attribute')],
  },
  'a job that would do': { operation: 'validateJob', more: png },
  'a format that it has not': { operation: 'validateJob', more: [format('application/x-none')] },
  'a compression that it has not': { operation: 'validateJob', more: [...png, keyword('compression', 'none-such')] },
  'a picture': { operation: 'printJob', more: png, document: label },
  'a job without a document': { operation: 'createJob' },
  'a job that there is not': { operation: 'getJobAttributes', more: [jobId(99_999)] },
  'a document for a job that there is not': {
    operation: 'sendDocument',
    more: [jobId(99_999), ...png, { tag: 'boolean', name: 'last-document', values: [true] }],
    document: label,
  },
  'the end of a job that there is not': { operation: 'cancelJob', more: [jobId(99_999)] },
  'jobs of a kind that there is not': { operation: 'getJobs', more: [keyword('which-jobs', 'none-such')] },
  'its jobs': { operation: 'getJobs' },
  'the jobs that have ended': { operation: 'getJobs', more: [keyword('which-jobs', 'completed')] },
  'an operation that there is not': { operation: 0x3fff },
  'an operation that it has not': { operation: 0x0010 },
  'version 9.0': { operation: 'getPrinterAttributes', version: [9, 0] },
  'no charset': { operation: 'getPrinterAttributes', begin: [language] },
  'another charset': {
    operation: 'getPrinterAttributes',
    begin: [{ tag: 'charset', name: 'attributes-charset', values: ['koi8-r'] }, language],
  },
  'no language': { operation: 'getPrinterAttributes', begin: [charset] },
  'no printer': { operation: 'getPrinterAttributes', begin: [charset, language] },
}

/** Where the peer answers with another status than RFC 8011 asks for. */
const bySpecification: Readonly<Record<string, keyof typeof statuses>> = {
  // 4.1.6.1 and B.1.4.12: a status of its own
  'a format that it has not': 'formatNotSupported',
  // 4.1.6.2 and B.1.4.17
  'a compression that it has not': 'compressionNotSupported',
  // 4.1.4.1 and B.1.4.15
  'another charset': 'charsetNotSupported',
}

/** Attributes of what labels have not: finishing, trays, passwords, priorities, banners, documents by reference, texts in other languages. */
const ofOffices =
  /^(finishing|printer-input-tray|document-password|job-priority|job-sheets|multiple-document|reference-uri|printer-strings)/

const nameOf = (status: number): string =>
  Object.entries(statuses).find(([, code]) => code === status)?.[0] ?? `0x${status.toString(16).padStart(4, '0')}`

/** The names of what is said, by group, but for the beginning that all answers have. */
const saidIn = (response: IppResponse): readonly (readonly string[])[] =>
  response.groups
    .filter(({ tag }) => tag !== groups.operation)
    .map(({ attributes }) => [...attributes.keys()].toSorted())

/** How a job has ended: its state and the reason for it. */
async function endOf(uri: string, id: number): Promise<readonly [state: number, reason: string]> {
  for (;;) {
    const { groups: all } = await asked(uri, { operation: 'getJobAttributes', more: [jobId(id)] })
    const attributes = all.find(({ tag }) => tag === groups.job)?.attributes
    const state = attributes?.get('job-state')?.[0]?.bytes.readInt32BE(0) ?? 0
    // RFC 8011, 5.3.7: canceled, aborted, completed
    if (state >= 7) return [state, attributes?.get('job-state-reasons')?.[0]?.bytes.toString() ?? '']
  }
}

t.test('requests end as at ippeveprinter, and say the same', { skip: ippeveprinterAbsent }, async (t) => {
  const service = await ippService({ stock: '50x25' })
  t.teardown(() => service.close())
  await withIppeveprinter(['application/pdf', 'image/png', 'image/pwg-raster'], async ({ url }) => {
    for (const [name, request] of Object.entries(requests)) {
      const [ours, theirs] = [await asked(service.uri, request), await asked(url, request)]
      const wanted = bySpecification[name] ?? nameOf(theirs.status)
      t.equal(nameOf(ours.status), wanted, name)
      if (name === 'a picture') {
        // the peer takes one job at a time
        const ends = [await endOf(service.uri, 1), await endOf(url, 1)]
        t.same(ends, Array(2).fill([9, 'job-completed-successfully']), 'it is printed')
      }
      if (name !== 'its attributes') {
        t.same(saidIn(ours), saidIn(theirs), name)
        continue
      }
      const [own = [], others = []] = [ours, theirs].map((each) => saidIn(each)[0])
      const missing = others.filter((each) => !own.includes(each) && !ofOffices.test(each))
      t.same(missing, [], 'attributes of a printer of labels')
      t.ok(others.length > 50)
    }
  })
})
