import { gzipSync } from 'node:zlib'
import t, { type Test } from 'tap'
import { type Attribute, groups, requestBytes, responseOf } from '../../../../src/printing/channels/ipp-message.ts'
import { hashOf, keysOf, newKey } from '../../../../src/server/access/keys.ts'
import { statuses } from '../../../../src/server/receiving/ipp/status.ts'
import { ReceivingError } from '../../../../src/server/receiving/receiving-error.ts'
import { inLongRun } from '../../../random.ts'
import {
  boolean,
  common,
  groupOf,
  type IppPrinting,
  integer,
  ippPrinting,
  jobOf,
  keyword,
  posted,
  valuesOf,
} from './example-ipp.ts'

async function open(t: Test, ...options: Parameters<typeof ippPrinting>): Promise<IppPrinting> {
  const printing = await ippPrinting(...options)
  t.teardown(() => printing.close())
  return printing
}

const jobId = (response: Parameters<typeof jobOf>[0]): number => Number(valuesOf(jobOf(response), 'job-id')[0])

t.test('Print-Job, and what is said of the job', inLongRun, async (t) => {
  const printing = await open(t)
  const { ask, documents, uri, channel } = printing
  const operation: Attribute[] = [
    { tag: 'name', name: 'job-name', values: ['Versand\n42'] },
    { tag: 'mimeMediaType', name: 'document-format', values: ['image/png'] },
  ]
  const job: Attribute[] = [integer('copies', 3), { tag: 'rangeOfInteger', name: 'page-ranges', values: [[1, 2]] }]
  const made = await ask('printJob', { operation, job, document: 'pixels' })
  t.equal(made.status, statuses.ok)
  const [document] = documents
  t.match(document, {
    source: 'ipp',
    by: 'anna@127.0.0.1',
    client: '127.0.0.1',
    title: 'Versand\\n42',
    copies: 3,
    pages: [[1, 2]],
  })
  t.equal(Buffer.from(document!.bytes).toString(), 'pixels')
  t.same(valuesOf(jobOf(made), 'job-uri'), [`${uri}/1`])
  const told = async (): Promise<readonly (number | string)[]> => {
    const answer = jobOf(await ask('getJobAttributes', { operation: [integer('job-id', 1)] }))
    return ['job-state', 'job-state-reasons', 'job-name', 'job-originating-user-name', 'job-impressions'].flatMap(
      (name) => valuesOf(answer, name),
    )
  }
  t.same((await told()).slice(2), ['Versand\\n42', 'anna', 3])
  channel.open()
  await printing.jobs.settled(1)
  t.same((await told()).slice(0, 2), [9, 'job-completed-successfully'])
  t.equal((await ask('cancelJob', { operation: [integer('job-id', 1)] })).status, statuses.notPossible)
  t.equal((await ask('getJobAttributes', { operation: [integer('job-id', 2)] })).status, statuses.notFound)
})

t.test('job states from the store', async (t) => {
  const printing = await open(t)
  const { ask, jobs } = printing
  const stateOf = async (id: number): Promise<readonly (number | string)[]> => {
    const answer = jobOf(
      await ask('getJobAttributes', {
        operation: [integer('job-id', id), keyword('requested-attributes', 'job-state', 'job-state-reasons')],
      }),
    )
    t.equal(answer.size, 2)
    return [...answer.keys()].flatMap((name) => valuesOf(answer, name))
  }
  const first = jobId(await ask('printJob', { document: 'x' }))
  const second = jobId(await ask('printJob', { document: 'x' }))
  t.same(await stateOf(second), [3, 'none'])
  t.equal(
    (await ask('cancelJob', { operation: [integer('job-id', second)], user: 'eve' })).status,
    statuses.notAuthorized,
  )
  t.equal((await ask('cancelJob', { operation: [integer('job-id', second)] })).status, statuses.ok)
  t.same(await stateOf(second), [7, 'job-canceled-by-user'])
  for (const [state, told] of [
    ['held', [4, 'job-held-for-review']],
    ['printing', [5, 'job-printing']],
    ['uncertain', [6, 'job-stopped']],
    ['failed', [8, 'aborted-by-system']],
  ] as const) {
    jobs.store.change(first, { state })
    t.same(await stateOf(first), told)
  }
})

t.test('Create-Job, Send-Document and Close-Job', inLongRun, async (t) => {
  const printing = await open(t)
  const { ask, documents } = printing
  const created = await ask('createJob', {
    operation: [{ tag: 'name', name: 'job-name', values: ['later'] }],
    job: [integer('copies', 2)],
  })
  const id = jobId(created)
  t.same(valuesOf(jobOf(created), 'job-state'), [4])
  t.same(valuesOf(jobOf(created), 'job-state-reasons'), ['job-incoming'])
  const ofJob = (last?: boolean): Attribute[] => [
    integer('job-id', id),
    ...(last === undefined ? [] : [boolean('last-document', last)]),
  ]
  t.equal(
    (await ask('sendDocument', { operation: ofJob(), document: 'x' })).status,
    statuses.badRequest,
    'without last-document',
  )
  t.equal(
    (await ask('sendDocument', { operation: ofJob(true), document: 'x', user: 'eve' })).status,
    statuses.notAuthorized,
  )
  t.equal(jobId(await ask('printJob', { document: 'between' })), id + 1, 'another job has another number')
  const sent = await ask('sendDocument', { operation: ofJob(false), document: 'late' })
  t.equal(sent.status, statuses.ok)
  t.equal(jobId(sent), id, 'it has the number that was reserved')
  t.match(documents.at(-1), { title: 'later', copies: 2, id })
  t.equal((await ask('sendDocument', { operation: ofJob(true), document: 'second' })).status, statuses.onlyOneDocument)
  t.equal(
    (await ask('sendDocument', { operation: ofJob(true) })).status,
    statuses.ok,
    'no document is the end of the job',
  )
  t.equal((await ask('closeJob', { operation: ofJob() })).status, statuses.ok)
  const empty = jobId(await ask('createJob'))
  const closed = await ask('closeJob', { operation: [integer('job-id', empty)] })
  t.same(valuesOf(jobOf(closed), 'job-state'), [8], 'a job without a document')
  const late = jobId(await ask('createJob'))
  printing.time.now += 121_000
  const tooLate = await ask('sendDocument', {
    operation: [integer('job-id', late), boolean('last-document', true)],
    document: 'x',
  })
  t.equal(tooLate.status, statuses.notPossible)
  for (let i = 0; i < 16; i++) t.equal((await ask('createJob')).status, statuses.ok)
  t.equal((await ask('createJob')).status, statuses.tooManyJobs)
})

t.test('lists of jobs', async (t) => {
  const { ask, jobs } = await open(t)
  const ids = [
    jobId(await ask('printJob', { document: 'a' })),
    jobId(await ask('printJob', { document: 'b' })),
    jobId(await ask('printJob', { document: 'c', user: 'eve' })),
  ]
  jobs.cancel(ids[1]!)
  const listed = async (...operation: Attribute[]): Promise<readonly (number | string)[]> =>
    (await ask('getJobs', { operation })).groups
      .filter(({ tag }) => tag === groups.job)
      .flatMap(({ attributes }) => valuesOf(attributes, 'job-id'))
  t.same(await listed(), [ids[0], ids[2]], 'next first')
  t.same(await listed(keyword('which-jobs', 'completed')), [ids[1]])
  t.same(await listed(keyword('which-jobs', 'all')), [ids[0], ids[2], ids[1]])
  t.same(await listed(boolean('my-jobs', true)), [ids[0]])
  t.same(await listed(integer('limit', 1)), [ids[0]])
  const other = await ask('getJobs', { operation: [keyword('which-jobs', 'proof-print')] })
  t.equal(other.status, statuses.attributesNotSupported)
  t.ok(groupOf(other, groups.unsupported).has('which-jobs'))
  const mine = await ask('cancelMyJobs', { operation: [integer('job-ids', ids[2]!)] })
  t.equal(mine.status, statuses.notPossible, 'that is of another user')
  t.equal((await ask('cancelMyJobs', { user: 'eve' })).status, statuses.ok)
  t.equal(jobs.store.get(ids[2]!)?.state, 'cancelled')
  t.not(jobs.store.get(ids[0]!)?.state, 'cancelled')
})

t.test('jobs of other ways are not told', async (t) => {
  const { ask, jobs, documents } = await open(t)
  await ask('printJob', { document: 'x' })
  const { printer } = documents[0]!
  const piece = { rows: { first: 1, last: 1, count: 1 }, labels: 1, times: 1, bytes: new Uint8Array(1) }
  const { id } = await jobs.order({
    printer,
    client: 'a',
    by: 'key',
    pieces: [{ ...piece, kept: 1, piece: () => piece }],
  })
  t.equal((await ask('getJobAttributes', { operation: [integer('job-id', id)] })).status, statuses.notFound)
  t.equal((await ask('getJobs')).groups.filter(({ tag }) => tag === groups.job).length, 1)
})

t.test('what a job asks for and does not get', async (t) => {
  const { ask, documents } = await open(t)
  const size = (x: number, y: number): Attribute => ({
    tag: 'collection',
    name: 'media-col',
    values: [
      [{ tag: 'collection', name: 'media-size', values: [[integer('x-dimension', x), integer('y-dimension', y)]] }],
    ],
  })
  const good: Attribute[] = [
    keyword('media', 'na_index-4x6_4x6in'),
    size(10_160, 15_240),
    keyword('sides', 'one-sided'),
    { tag: 'resolution', name: 'printer-resolution', values: [203] },
  ]
  t.equal((await ask('validateJob', { job: good })).status, statuses.ok)
  const bad: Attribute[] = [
    ...[
      integer('copies', 0),
      keyword('media', 'iso_a4_210x297mm'),
      size(21_000, 29_700),
      keyword('sides', 'two-sided-long-edge'),
    ],
    ...[
      { tag: 'resolution', name: 'printer-resolution', values: [300] } as const,
      { tag: 'enum', name: 'orientation-requested', values: [4] } as const,
    ],
    { tag: 'rangeOfInteger', name: 'page-ranges', values: [[3, 2]] },
    integer('number-up', 2),
  ]
  const { status, groups: told } = await ask('printJob', { job: bad, document: 'x' })
  t.equal(status, statuses.okWithoutSome)
  const unsupported = told.find(({ tag }) => tag === groups.unsupported)!.attributes
  t.same(
    [...unsupported.keys()],
    [
      'copies',
      'media',
      'media-col',
      'sides',
      'printer-resolution',
      'orientation-requested',
      'page-ranges',
      'number-up',
    ],
  )
  t.equal(unsupported.get('number-up')![0]!.tag, 0x10, 'an attribute that is not known has no value')
  t.match(valuesOf(unsupported, 'media'), ['iso_a4_210x297mm'])
  t.match(documents[0], { copies: 1 })
  const fidelity = boolean('ipp-attribute-fidelity', true)
  const refused = await ask('printJob', { operation: [fidelity], job: bad, document: 'x' })
  t.equal(refused.status, statuses.attributesNotSupported)
  t.equal(groupOf(refused, groups.unsupported).size, 8)
  t.equal(documents.length, 1)
})

t.test('documents: formats, compression, refusals', inLongRun, async (t) => {
  const printing = await open(t)
  const { ask, documents } = printing
  const format = (value: string): Attribute => ({ tag: 'mimeMediaType', name: 'document-format', values: [value] })
  t.equal(
    (await ask('printJob', { operation: [format('application/postscript')], document: 'x' })).status,
    statuses.formatNotSupported,
  )
  t.equal((await ask('printJob')).status, statuses.badRequest, 'no document')
  const packed = gzipSync('%PDF-1.7')
  t.equal(
    (await ask('printJob', { operation: [keyword('compression', 'gzip')], document: packed })).status,
    statuses.ok,
  )
  t.equal(Buffer.from(documents[0]!.bytes).toString(), '%PDF-1.7')
  t.equal(
    (await ask('printJob', { operation: [keyword('compression', 'gzip')], document: 'x' })).status,
    statuses.compressionError,
  )
  t.equal(
    (await ask('printJob', { operation: [keyword('compression', 'compress')], document: 'x' })).status,
    statuses.compressionNotSupported,
  )
  const bomb = gzipSync(Buffer.alloc(20_000_000))
  t.equal(
    (await ask('printJob', { operation: [keyword('compression', 'gzip')], document: bomb })).status,
    statuses.tooLarge,
  )
  for (const [code, status] of [
    ['unsupported_media_type', statuses.formatNotSupported],
    ['overloaded', statuses.busy],
    ['does_not_fit', statuses.formatError],
    ['state_full', statuses.temporaryError],
  ] as const) {
    printing.outcome = async () => {
      throw new ReceivingError(code, `because of ${code}`)
    }
    const { status: told, groups: all } = await ask('printJob', { document: 'x' })
    t.equal(told, status, code)
    t.same(valuesOf(all[0]!.attributes, 'status-message'), [`because of ${code}`])
  }
})

t.test('what printers say of themselves', async (t) => {
  const { ask, channel, time } = await open(t, {
    printer: { stock: '57x32mm', dpi: '300', handling: { media: 'continuous' } },
  })
  const told = async (...names: string[]) =>
    groupOf(
      await ask('getPrinterAttributes', { operation: [keyword('requested-attributes', ...names)] }),
      groups.printer,
    )
  const all = await told('all')
  t.same(valuesOf(all, 'media-supported'), ['custom_label_57x32mm'])
  t.same(valuesOf(all, 'media-tracking-supported'), ['continuous'])
  t.notOk(all.has('media-col-database'))
  t.ok((await told('media-col-database')).has('media-col-database'))
  const template = await told('job-template')
  t.ok(
    template.has('copies-supported') &&
      template.has('media-ready') &&
      template.has('media-left-margin-supported') &&
      !template.has('printer-name'),
  )
  const description = await told('printer-description')
  t.ok(description.has('printer-name') && !description.has('copies-supported'))
  t.equal(template.size + description.size, all.size)
  t.same(valuesOf(await told('printer-uuid'), 'printer-uuid'), valuesOf(all, 'printer-uuid'), 'always the same')
  t.same(valuesOf(all, 'printer-state'), [3])
  channel.said = { state: 'paper_out', message: 'out of paper' }
  t.same(valuesOf(await told('printer-state'), 'printer-state'), [3], 'what it said a moment ago')
  time.now += 6000
  const state = await told('printer-state', 'printer-state-reasons', 'printer-state-message')
  t.same(
    [...state.keys()].flatMap((name) => valuesOf(state, name)),
    [5, 'media-empty-error', 'out of paper'],
  )
})

t.test('what is not a request for a printer', async (t) => {
  const { url, uri, ask, events } = await open(t)
  const bytes = (attributes: readonly Attribute[], requestId = 1): Buffer =>
    Buffer.from(requestBytes({ operation: 0x000b, requestId, groups: [{ tag: groups.operation, attributes }] }))
  const target: Attribute = { tag: 'uri', name: 'printer-uri', values: [uri] }
  const statusOf = async (request: Buffer): Promise<number> => responseOf((await posted(url, request)).body).status
  t.equal(await statusOf(bytes([...common, target])), statuses.ok)
  t.equal(await statusOf(bytes([target, ...common])), statuses.badRequest)
  t.equal(await statusOf(bytes([...common].reverse())), statuses.badRequest)
  t.equal(await statusOf(bytes(common)), statuses.badRequest)
  t.equal(await statusOf(bytes([...common, target], 0)), statuses.badRequest)
  t.equal(
    await statusOf(bytes([{ tag: 'charset', name: 'attributes-charset', values: ['utf-16'] }, common[1]!, target])),
    statuses.charsetNotSupported,
  )
  t.equal(
    await statusOf(Buffer.concat([Buffer.of(3, 0), bytes([...common, target]).subarray(2)])),
    statuses.versionNotSupported,
  )
  t.equal(
    await statusOf(
      Buffer.concat([
        bytes([...common, target]).subarray(0, 3),
        Buffer.of(0x40),
        bytes([...common, target]).subarray(4),
      ]),
    ),
    statuses.operationNotSupported,
  )
  t.equal(await statusOf(bytes([...common, target]).subarray(0, 30)), statuses.badRequest)
  t.equal((await posted(url, Buffer.alloc(7))).status, 400)
  t.equal((await posted(url, bytes(common), { 'content-type': 'text/plain' })).status, 415)
  t.equal((await posted(`${url}-other`, bytes(common))).status, 404)
  t.equal((await fetch(url)).status, 405)
  t.equal((await ask('identifyPrinter')).status, statuses.ok)
  t.match(events, [/dock-3: anna@127.0.0.1 asks which it is/])
  const ofPath = await posted(
    `${url}/7`,
    Buffer.from(
      requestBytes({
        operation: 9,
        requestId: 1,
        groups: [
          { tag: groups.operation, attributes: [...common, { tag: 'uri', name: 'job-uri', values: [`${uri}/7`] }] },
        ],
      }),
    ),
  )
  t.equal(responseOf(ofPath.body).status, statuses.notFound, 'a job by its own path')
})

t.test('who may', async (t) => {
  const elsewhere = await open(t, { printer: { receive: { ipp: true, from: ['192.0.2.0/24'] } } })
  const refused = await posted(elsewhere.url, Buffer.alloc(8))
  t.equal(refused.status, 403)
  t.match(refused.body.toString(), /127.0.0.1 is not among/)
  const without = await open(t, { printer: { receive: { socket: 9101 } } })
  t.equal((await posted(without.url, Buffer.alloc(8))).status, 404)
  const key = newKey()
  const viewer = newKey()
  const row = { name: 'till', hash: hashOf(key), may: ['print'], perMinute: undefined } as const
  const printing = await open(t, {
    keys: keysOf([row, { ...row, name: 'viewer', hash: hashOf(viewer), may: ['jobs'] }]),
  })
  const asking = await posted(printing.url, Buffer.alloc(8))
  t.equal(asking.status, 401)
  t.equal(asking.headers.get('www-authenticate'), 'Basic realm="quietzone", charset="UTF-8"')
  const basic = (password: string) => ({ authorization: `Basic ${Buffer.from(`till:${password}`).toString('base64')}` })
  t.equal((await posted(printing.url, Buffer.alloc(8), basic('qz_other'))).status, 401)
  t.equal((await posted(printing.url, Buffer.alloc(8), basic(viewer))).status, 403)
  const made = await printing.ask('printJob', { document: 'x', headers: basic(key) })
  t.equal(made.status, statuses.ok)
  t.match(printing.documents, [{ by: 'till', client: 'key:till' }])
  const told = await printing.ask('getPrinterAttributes', { headers: basic(key) })
  t.same(valuesOf(groupOf(told, groups.printer), 'uri-authentication-supported'), ['basic'])
})
