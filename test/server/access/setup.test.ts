import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { KeySetup, keysIn, keysOf } from '../../../src/server/access/index.ts'
import { ask, errorIn, type Reply, repliesIn, type Served, served, Wire } from '../http/wire.ts'

function setupIn(folder: string): KeySetup {
  const file = join(folder, 'keys.json')
  const rows = existsSync(file) ? keysIn(readFileSync(file, 'utf8')) : []
  const own = (): void => void mkdirSync(folder, { recursive: true })
  return new KeySetup(keysOf(rows), { folder, own, log: (message) => t.fail(message) })
}

async function serviceOf(setup: KeySetup): Promise<Served> {
  return served({ keys: setup, keysMade: setup })
}

const allowed = 'Quietzone-Print: yes'
const bearer = (key: string): string => `Authorization: Bearer ${key}`

async function make(service: Served, headers: readonly string[], asked: unknown): Promise<Reply> {
  const body = JSON.stringify(asked)
  const head = ['POST /api/v1/keys HTTP/1.1', 'Host: x', 'Connection: close', 'Content-Type: application/json']
  const wire = new Wire(service.port).send(
    `${[...head, ...headers, `Content-Length: ${Buffer.byteLength(body)}`, '', ''].join('\r\n')}${body}`,
  )
  await wire.closed
  return repliesIn(wire.received)[0]!
}

t.test('the first admin key is made with the code, which is good for nothing after', async (t) => {
  const folder = join(t.testdir(), 'state')
  const setup = setupIn(folder)
  const service = await serviceOf(setup)
  t.teardown(() => service.close())
  const code = setup.code!
  t.match(code, /^([A-Z2-9]{4}-){4}[A-Z2-9]{4}$/)
  const status = async (line: string, ...headers: string[]): Promise<number> =>
    (await ask(service.port, line, headers)).status
  t.equal(await status('GET /api/v1/printers'), 200, 'without keys everybody may')
  const needsCode = await ask(service.port, 'GET /api/v1/keys')
  t.match([needsCode.status, errorIn(needsCode)], [401, { code: 'key_required', message: /one-time code.*setup-code/ }])
  t.equal(readFileSync(join(folder, 'setup-code'), 'utf8'), `${code}\n`, 'and then it is there')
  t.equal(await status('GET /api/v1/keys', bearer(`${code}X`)), 401)
  t.equal(await status('GET /api/v1/keys', bearer(code)), 200)
  const office = { name: 'office', may: ['print', 'admin'], perMinute: 0 }
  t.equal((await make(service, [bearer(code)], office)).status, 403, 'a page of another origin cannot send it')
  t.equal((await make(service, [allowed], office)).status, 401)
  t.same(readdirSync(folder), ['setup-code'])

  const dock = await make(service, [allowed, bearer(code)], { name: 'dock', may: ['print'] })
  t.equal(dock.status, 201)
  t.equal(setup.code, code, 'no key may admin yet')
  t.equal(statSync(join(folder, 'setup-code')).mode & 0o777, 0o600)
  t.equal(await status('GET /api/v1/printers'), 401, 'from the first key on it takes one')
  t.equal(setupIn(folder).code, code, 'the next start has the same')

  const made = await make(service, [allowed, bearer(code)], office)
  const { key, ...report } = JSON.parse(made.body.toString()) as { key: string }
  t.same(report, { name: 'office', may: ['print', 'admin'], perMinute: 0, expires: null, lastUsed: null })
  t.equal(setup.code, undefined)
  t.notOk(existsSync(join(folder, 'setup-code')))
  t.equal(await status('GET /api/v1/keys', bearer(code)), 401)
  t.equal(await status('GET /api/v1/keys', bearer(key)), 200)
  t.match(keysIn(readFileSync(join(folder, 'keys.json'), 'utf8')), [{ name: 'dock' }, { name: 'office', perMinute: 0 }])
  t.notMatch(readFileSync(join(folder, 'keys.json'), 'utf8'), key)
  t.equal(setupIn(folder).code, undefined)

  t.equal(await status('GET /api/v1/keys/dock', bearer(key)), 200)
  t.equal(await status('DELETE /api/v1/keys/dock', bearer(key)), 403)
  t.equal(await status('DELETE /api/v1/keys/none', allowed, bearer(key)), 404)
  const { key: ofDock } = JSON.parse(dock.body.toString()) as { key: string }
  t.equal(await status('DELETE /api/v1/keys/office', allowed, bearer(ofDock)), 403)
  t.equal(await status('GET /api/v1/printers', bearer(ofDock)), 200)
  t.equal(await status('DELETE /api/v1/keys/dock', allowed, bearer(key)), 200)
  t.equal(await status('GET /api/v1/printers', bearer(ofDock)), 401)
  t.equal(await status('GET /api/v1/keys/dock', bearer(key)), 404)

  t.equal(await status('DELETE /api/v1/keys/office', allowed, bearer(key)), 200)
  const another = setup.code!
  t.not(another, code, 'with the last admin key gone there is another code')
  t.equal(readFileSync(join(folder, 'setup-code'), 'utf8'), `${another}\n`)
  t.equal(await status('GET /api/v1/keys', bearer(another)), 200)
})

t.test('a key that is asked for wrongly is not made, and what a person has written is kept', async (t) => {
  const folder = t.testdir()
  const setup = setupIn(folder)
  const service = await serviceOf(setup)
  t.teardown(() => service.close())
  const refused = async (asked: unknown): Promise<unknown> => {
    const reply = await make(service, [allowed, bearer(setup.code!)], asked)
    return [reply.status, errorIn(reply).code]
  }
  t.same(await refused({ name: 'a b', may: ['print'] }), [400, 'invalid_parameter'])
  t.same(await refused({ name: 'a', may: ['all'] }), [400, 'invalid_parameter'])
  t.same(await refused({ name: 'a', may: ['print'], key: 'mine' }), [400, 'invalid_parameter'])
  t.same(await refused([]), [400, 'bad_request'])
  t.notOk(existsSync(join(folder, 'keys.json')))
  const hash = `sha256:${'0'.repeat(64)}`
  const byHand = JSON.stringify([{ name: 'lab', hash, may: ['print'], expires: '2027-01-31' }])
  writeFileSync(join(folder, 'keys.json'), byHand)
  t.same(await refused({ name: 'lab', may: ['print'] }), [400, 'invalid_parameter'], 'there is one of that name')
  t.equal((await make(service, [allowed, bearer(setup.code!)], { name: 'b', may: ['jobs'], hash })).status, 201)
  t.match(JSON.parse(readFileSync(join(folder, 'keys.json'), 'utf8')), [{ expires: '2027-01-31' }, { name: 'b' }])
  t.notMatch(JSON.parse(readFileSync(join(folder, 'keys.json'), 'utf8'))[1], { hash }, 'nobody chooses the key')
  writeFileSync(join(folder, 'keys.json'), '[{')
  t.same(await refused({ name: 'c', may: ['print'] }), [400, 'invalid_parameter'])
  t.equal(readFileSync(join(folder, 'keys.json'), 'utf8'), '[{')
})

t.test('a folder that another service has taken gets no code', async (t) => {
  const folder = t.testdir()
  const said: string[] = []
  const own = (): void => {
    throw new Error('taken')
  }
  const setup = new KeySetup(keysOf([]), { folder: join(folder, 'state'), own, log: (message) => said.push(message) })
  const service = await serviceOf(setup)
  t.teardown(() => service.close())
  mkdirSync(join(folder, 'state'))
  t.equal((await ask(service.port, 'GET /api/v1/keys')).status, 401)
  t.same([readdirSync(join(folder, 'state')), said.length], [[], 1])
})

t.test('keys of a file that a setting names are not changed', async (t) => {
  const service = await served()
  t.teardown(() => service.close())
  const reply = await make(service, [allowed], { name: 'a', may: ['print'] })
  t.match([reply.status, errorIn(reply)], [409, { code: 'keys_fixed', message: /QZ_KEYS/ }])
})
