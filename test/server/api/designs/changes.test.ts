import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { designsIn } from '../../../../src/design/folder.ts'
import { savedDesigns } from '../../../../src/design/saved.ts'
import { StateError } from '../../../../src/printing/index.ts'
import { root } from '../../../../src/root.ts'
import { hashOf, keysOf } from '../../../../src/server/access/keys.ts'
import { errorIn, type Reply, repliesIn, type Served, served, Wire } from '../../http/wire.ts'

const shipped = join(root, 'designs')

/** A service whose designs are saved in a folder that is not there yet. */
async function saving(folder: string, options: Parameters<typeof served>[0] = {}): Promise<Served> {
  const path = join(folder, 'designs')
  const designs = savedDesigns({ path, shipped, prepare: () => {}, clock: () => 0, log: () => {} })
  return served({ designs, ...options })
}

const allowed = 'Quietzone-Print: yes'

async function send(service: Served, line: string, headers: readonly string[], body?: string): Promise<Reply> {
  const length = body === undefined ? [] : [`Content-Length: ${Buffer.byteLength(body)}`]
  const type =
    body === undefined || headers.some((each) => each.startsWith('Content-Type'))
      ? []
      : ['Content-Type: application/json']
  const head = [`${line} HTTP/1.1`, 'Host: x', 'Connection: close', ...headers, ...type, ...length, '', ''].join('\r\n')
  const wire = new Wire(service.port).send(head + (body ?? ''))
  await wire.closed
  return repliesIn(wire.received)[0]!
}

const tag = (value = '{sku}', name = 'tag'): string =>
  JSON.stringify({
    ...{ name, size: '40x20mm', fields: { sku: { sample: 'A-1' } } },
    elements: [{ kind: 'symbol', at: [1, 1], size: [18, 18], type: 'datamatrix', value }],
  })
const namesIn = (reply: Reply): string[] =>
  (JSON.parse(reply.body.toString()) as { designs: { name: string }[] }).designs.map(({ name }) => name)
const etagOf = ({ headers }: Reply): string => headers.get('etag')!

t.test('a design is saved, changed and removed, and the shipped ones are there from the first start', async (t) => {
  const folder = t.testdir()
  const service = await saving(folder)
  t.teardown(() => service.close())
  const list = async (): Promise<string[]> => namesIn(await send(service, 'GET /api/v1/designs', []))
  const all = readdirSync(shipped)
    .filter((name) => name.endsWith('.json'))
    .map((name) => name.slice(0, -5))
  t.equal(all.length, 15)
  t.same(await list(), all)
  t.notOk(existsSync(join(folder, 'designs')))

  const made = await send(service, 'PUT /api/v1/designs/tag', [allowed], tag())
  t.equal(made.status, 201, made.body.toString())
  t.same(await list(), [...all, 'tag'].sort())
  const got = await send(service, 'GET /api/v1/designs/tag', [])
  t.match(JSON.parse(got.body.toString()), { name: 'tag', definition: JSON.parse(tag()) })
  t.equal(etagOf(got), etagOf(made))
  t.equal(etagOf(await send(service, 'GET /api/v1/designs/tag', [])), etagOf(got))
  t.match(readFileSync(join(folder, 'designs', 'tag.json'), 'utf8'), /^\{\n {2}"name": "tag",\n/, 'readable by hand')
  t.ok(readdirSync(join(folder, 'designs')).includes('logo.png'), 'pictures of the shipped ones go with them')

  const changed = await send(service, 'PUT /api/v1/designs/tag', [allowed, `If-Match: ${etagOf(got)}`], tag('X{sku}'))
  t.equal(changed.status, 200)
  t.not(etagOf(changed), etagOf(got))
  for (const seen of [[], [`If-Match: ${etagOf(got)}`], ['If-Match: "other"'], ['If-Match: other']]) {
    for (const line of ['PUT', 'DELETE']) {
      const body = line === 'PUT' ? tag('Y{sku}') : undefined
      const refused = await send(service, `${line} /api/v1/designs/tag`, [allowed, ...seen], body)
      t.match([refused.status, errorIn(refused).code], [412, 'design_changed'], `${line} ${seen}`)
    }
  }
  const gone = await send(service, 'PUT /api/v1/designs/none', [allowed, 'If-Match: *'], tag('a', 'none'))
  t.equal(gone.status, 412, 'If-Match is for one that is there')
  t.match(readFileSync(join(folder, 'designs', 'tag.json'), 'utf8'), /X\{sku\}/)

  const removed = await send(service, 'DELETE /api/v1/designs/tag', [allowed, `If-Match: ${etagOf(changed)}`])
  t.same([removed.status, removed.body.toString()], [200, '{"removed":"tag"}'])
  t.match(errorIn(await send(service, 'DELETE /api/v1/designs/tag', [allowed, 'If-Match: *'])).code, 'design_changed')
  t.equal(errorIn(await send(service, 'DELETE /api/v1/designs/tag', [allowed])).code, 'design_unknown')
  const shelf = await send(service, 'DELETE /api/v1/designs/shelf', [allowed, 'If-Match: *'])
  t.equal(shelf.status, 200, 'a shipped one goes, too')
  t.same(
    await list(),
    all.filter((name) => name !== 'shelf'),
  )
  t.ok(existsSync(join(shipped, 'shelf.json')))
})

t.test('what is not a design of that name is not saved', async (t) => {
  const folder = t.testdir()
  const service = await saving(folder)
  t.teardown(() => service.close())
  const put = async (name: string, body: string, headers: readonly string[] = [allowed]): Promise<[number, string]> => {
    const reply = await send(service, `PUT /api/v1/designs/${name}`, headers, body)
    return [reply.status, errorIn(reply).code]
  }
  t.same(await put('label', tag()), [400, 'invalid_design'])
  t.same(await put('.tag', tag('a', '.tag')), [400, 'invalid_design'])
  t.same(await put('..', tag('a', '..')), [400, 'invalid_design'])
  t.same(await put('tag', '{"name":"tag"}'), [400, 'invalid_design'])
  t.same(await put('tag', tag().replace('"kind":"symbol"', '"kind":"image","source":"/etc/passwd"')), [
    400,
    'invalid_design',
  ])
  t.same(await put('tag', '{"name":'), [400, 'bad_request'])
  t.same(await put('tag', ' '.repeat(300_000)), [413, 'body_too_large'])
  t.same(await put('tag', tag(), []), [403, 'print_not_allowed'])
  t.same(await put('tag', tag(), [allowed, 'Content-Type: text/plain']), [415, 'unsupported_media_type'])
  t.equal((await send(service, 'PUT /api/v1/designs/schema.json', [allowed], tag('a', 'schema.json'))).status, 405)
  const unpaid = await send(service, 'DELETE /api/v1/designs/shelf', [])
  t.same([unpaid.status, errorIn(unpaid).code], [403, 'print_not_allowed'])
  t.same(readdirSync(folder), [])
})

t.test('a page of another origin gets no leave to change a design', async (t) => {
  const service = await saving(t.testdir())
  t.teardown(() => service.close())
  const preflight = await send(service, 'OPTIONS /api/v1/designs/shelf', [
    ...['Origin: http://evil.example', 'Access-Control-Request-Method: PUT'],
    'Access-Control-Request-Headers: quietzone-print',
  ])
  t.equal(preflight.headers.get('allow'), 'GET, HEAD, PUT, DELETE, OPTIONS')
  t.equal(preflight.headers.get('access-control-allow-origin'), undefined)
  t.equal(preflight.headers.get('access-control-allow-methods'), undefined)
})

t.test('with keys, one that may change designs is needed, and reading needs none', async (t) => {
  const row = { perMinute: undefined, expires: undefined }
  const rows = [
    { ...row, name: 'office', hash: hashOf('office'), may: ['designs'] as const },
    { ...row, name: 'dock', hash: hashOf('dock'), may: ['print', 'jobs', 'admin'] as const },
  ]
  const service = await saving(t.testdir(), { keys: keysOf(rows, new Map()) })
  t.teardown(() => service.close())
  const status = async (key?: string): Promise<number> =>
    (await send(service, 'PUT /api/v1/designs/tag', [allowed, ...(key ? [`Authorization: Bearer ${key}`] : [])], tag()))
      .status
  t.equal(await status(), 401)
  t.equal(await status('dock'), 403)
  t.equal(await status('office'), 201)
  t.equal((await send(service, 'GET /api/v1/designs/tag', [])).status, 200)
})

t.test('a folder that a setting names is shown and not changed, and a disk that fails is said', async (t) => {
  const folder = t.testdir()
  writeFileSync(join(folder, 'tag.json'), tag())
  const fixed = await served({ designs: designsIn({ path: folder, clock: () => 0, log: () => {} }) })
  t.teardown(() => fixed.close())
  for (const name of ['tag', 'new']) {
    const refused = await send(fixed, `PUT /api/v1/designs/${name}`, [allowed, 'If-Match: *'], tag('a', name))
    t.match([refused.status, errorIn(refused).code, errorIn(refused).message], [409, 'designs_fixed', /QZ_DESIGNS/])
  }
  t.equal((await send(fixed, 'DELETE /api/v1/designs/tag', [allowed, 'If-Match: *'])).status, 409)

  const about = { path: join(folder, 'none', 'designs'), shipped, clock: () => 0, log: () => {} }
  const prepare = (): never => {
    throw new StateError('unwritable', 'nothing can be kept')
  }
  const owned = await served({ designs: savedDesigns({ ...about, prepare }) })
  t.teardown(() => owned.close())
  const ofOther = await send(owned, 'PUT /api/v1/designs/new', [allowed], tag('a', 'new'))
  t.match([ofOther.status, errorIn(ofOther)], [503, { code: 'state_failed', message: 'nothing can be kept' }])
  writeFileSync(join(folder, 'file'), '')
  const behind = await served({
    designs: savedDesigns({ ...about, path: join(folder, 'file', 'designs'), prepare: () => {} }),
  })
  t.teardown(() => behind.close())
  const failed = await send(behind, 'PUT /api/v1/designs/new', [allowed], tag('a', 'new'))
  t.match([failed.status, errorIn(failed)], [503, { code: 'state_failed', message: /designs cannot be kept/ }])
})

t.test('what a person has put into the folder is not replaced by another name', async (t) => {
  const folder = t.testdir()
  mkdirSync(join(folder, 'designs'))
  writeFileSync(join(folder, 'designs', 'tag.json'), '{ not finished')
  writeFileSync(join(folder, 'designs', 'mine.json'), tag('a', 'label'))
  const service = await saving(folder)
  t.teardown(() => service.close())
  t.equal((await send(service, 'PUT /api/v1/designs/tag', [allowed], tag())).status, 201)
  t.equal(readFileSync(join(folder, 'designs', 'tag.json'), 'utf8'), '{ not finished')
  t.equal((await send(service, 'PUT /api/v1/designs/label', [allowed, 'If-Match: *'], tag('b', 'label'))).status, 200)
  t.match(readFileSync(join(folder, 'designs', 'mine.json'), 'utf8'), /"value": "b"/)
  t.same(readdirSync(join(folder, 'designs')), ['mine.json', 'tag-2.json', 'tag.json'])
})
