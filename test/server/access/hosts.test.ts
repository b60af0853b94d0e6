import { hostname, networkInterfaces } from 'node:os'
import fc from 'fast-check'
import t from 'tap'
import {
  type Hosts,
  hostsOf,
  isHost,
  isThisMachine,
  machineHosts,
  namedHosts,
} from '../../../src/server/access/index.ts'
import { cases, seed } from '../../random.ts'
import { conversation, repliesIn, served } from '../http/wire.ts'

const accepts = (hosts: Hosts, host: string | undefined): boolean => hosts.refusal(host) === undefined

t.test('hosts: a name in all its spellings, and no other', async (t) => {
  const hosts = namedHosts(['Labels.example', '192.0.2.7', '[2001:DB8:0::1]', 'fe80::1%eth0'])
  for (const host of [
    'labels.example',
    'LABELS.EXAMPLE',
    'labels.example:8080',
    'labels.example.',
    'labels.example.:80',
    'labels.example:',
    '192.0.2.7:8080',
    '[2001:db8::1]',
    '[2001:db8::1]:8080',
    '[2001:0db8:0:0:0:0:0:1]',
    '[fe80::1]',
  ]) {
    t.ok(accepts(hosts, host), host)
  }
  for (const host of [
    undefined,
    '',
    ':8080',
    'evil.example',
    'labels.example.evil.example',
    'evil.labels.example',
    'labels.example@evil.example',
    'labels.example:8080:80',
    'labels.example:80.evil.example',
    'labels',
    '192.0.2.70',
    '0xC0000207',
    '3221225991',
    '[2001:db8::2]',
    '2001:db8::1',
    '[2001:db8::1].evil.example',
    'localhost',
    'labels.example%',
    'labels.example%00',
    'labels.example%00.evil.example',
    'labels.example%.evil.example',
    'labels.example%25eth0',
    'labels.example%:8080',
    'labels.example.%',
    'labels.example..',
    'l%61bels.example',
    '[labels.example]',
    'labels.example]',
    '[192.0.2.7]',
    '192.0.2.7%',
    '192.0.2.7%00.x:80',
    '[fe80::1%eth0]',
    '[fe80::1%25eth0]',
    'fe80::1%eth0',
    '[2001:db8::1%]',
    '[2001:db8::1]%00.x',
    ' labels.example',
    'labels.example ',
    'labels.example\t',
    'labels.example\0',
    'labels.example:80a',
  ]) {
    const answer = hosts.refusal(host)
    t.equal(answer?.status, 421, String(host))
    t.match(String(Buffer.from(answer!.body)), /"code":"wrong_host".*QZ_HOSTS/)
  }
})

t.test('hosts: a machine by its own names and addresses', async (t) => {
  const hosts = machineHosts(() => 0)
  const [short] = hostname().split('.')
  for (const host of ['localhost', '127.0.0.1:8080', '[::1]:8080', hostname(), `${short}.local`])
    t.ok(accepts(hosts, host), host)
  for (const { address } of Object.values(networkInterfaces()).flatMap((all) => all ?? [])) {
    t.ok(accepts(hosts, address.includes(':') ? `[${address}]` : address), address)
  }
  t.notOk(accepts(hosts, 'evil.example'))
  t.notOk(accepts(hosts, `${hostname()}.evil.example`))
})

t.test('hosts: a name with anything in it, before it or behind it is another', async () => {
  const known = ['localhost', 'labels.example', '192.0.2.7']
  const hosts = namedHosts(known)
  const piece = fc.oneof(
    fc.constantFrom(
      '%',
      '%00',
      '%00.x',
      '%25eth0',
      '.',
      '..',
      '[',
      ']',
      ':',
      ':80',
      '@',
      '/',
      '\\',
      ' ',
      '\t',
      '\0',
      '%2e',
      'x',
    ),
    fc.string({ minLength: 1, maxLength: 3 }),
  )
  /** What may be written of a name besides itself, as plainly as it can be said. */
  const isSpelling = (host: string): boolean => {
    const [name = '', port] = [host.replace(/:[0-9]*$/, ''), /:([0-9]*)$/.exec(host)?.[1]]
    const plain = (port === undefined ? host : name).toLowerCase()
    return known.some((each) => plain === each || plain === `${each}.`)
  }
  fc.assert(
    fc.property(fc.constantFrom(...known), piece, fc.nat(12), (name, inserted, at) => {
      const host = name.slice(0, at) + inserted + name.slice(at)
      return accepts(hosts, host) === isSpelling(host)
    }),
    { seed, numRuns: cases(3000) },
  )
})

t.test('hosts: asked for wherever anything is private', async (t) => {
  t.same(
    hostsOf(undefined, 'none', () => 0),
    {},
  )
  const all = hostsOf(undefined, 'all', () => 0)
  const some = hostsOf(undefined, 'private', () => 0)
  t.equal(all.privateHosts, undefined)
  t.equal(some.hosts, undefined)
  for (const ofMachine of [all.hosts!, some.privateHosts!]) {
    t.ok(accepts(ofMachine, 'localhost:8080'))
    t.notOk(accepts(ofMachine, 'evil.example'))
  }
  for (const privacy of ['all', 'private', 'none'] as const) {
    const { hosts, privateHosts } = hostsOf(['labels.example'], privacy, () => 0)
    t.notOk(accepts(hosts!, 'localhost'))
    t.equal(privateHosts, undefined)
  }
})

t.test('hosts: an address that the machine gets later, asked for once a second at most', async (t) => {
  let [time, asked] = [0, 0]
  let names = ['localhost']
  const hosts = machineHosts(
    () => time,
    () => {
      asked++
      return names
    },
  )
  names = ['localhost', '192.0.2.9']
  time = 999
  t.notOk(accepts(hosts, '192.0.2.9'))
  t.equal(asked, 1)
  time = 1000
  t.ok(accepts(hosts, '192.0.2.9'))
  for (let i = 0; i < 100; i++) accepts(hosts, 'evil.example')
  t.equal(asked, 2)
  names = ['localhost']
  time = 5000
  t.ok(accepts(hosts, '192.0.2.9'), 'until another is asked for')
  t.notOk(accepts(hosts, 'evil.example'))
  t.notOk(accepts(hosts, '192.0.2.9'))
})

t.test('hosts: what a setting may name', async (t) => {
  for (const text of ['a', 'labels.example', 'a_b-1.example.', '192.0.2.7', '[::1]', '::1']) t.ok(isHost(text), text)
  for (const text of ['', 'a:80', 'http://a', 'a/b', '*', '*.example', 'a..b', '[a]', '[::1]:80', 'a@b', 'é'])
    t.notOk(isHost(text), text)
})

t.test('a service with names: another host is refused before anything is done', async (t) => {
  const service = await served({ hosts: namedHosts(['labels.example']) })
  t.teardown(() => service.close())
  const status = async (line: string, host: string): Promise<number> => {
    const head = [`${line} HTTP/1.1`, `Host: ${host}`, 'Connection: close'].join('\r\n')
    return repliesIn(await conversation(service.port, `${head}\r\n\r\n`), line.startsWith('HEAD '))[0]!.status
  }
  const drawing = '/api/v1/barcode?type=qr&text=A'
  t.equal(await status(`GET ${drawing}`, 'labels.example:8080'), 200)
  for (const line of [
    `GET ${drawing}`,
    `HEAD ${drawing}`,
    `OPTIONS ${drawing}`,
    'GET /',
    'GET /metrics',
    'GET /nowhere',
    'POST /api/v1/print',
    'POST /api/v1/print/zpl',
    'GET /setup',
    'GET /api/v1/keys',
    'POST /api/v1/keys',
    'GET /api/v1/printers/found',
    'POST /api/v1/printers',
    'GET /api/v1/state/setup',
    'PUT /api/v1/state/setup',
  ]) {
    t.equal(await status(line, 'rebound.example'), 421, line)
  }
  t.equal(await status(`GET http://labels.example${drawing}`, 'rebound.example'), 421)
  for (const path of ['/healthz', '/readyz'])
    t.equal(await status(`GET ${path}`, '10.0.0.1:8080'), 200, 'probes call by address')
  t.equal(service.drawn(), 1)
})

t.test('this machine, by whatever address or name it reaches itself', async (t) => {
  const addresses = Object.values(networkInterfaces()).flatMap((all = []) => all.map(({ address }) => address))
  const own = [
    'localhost',
    'LOCALHOST.',
    'a.localhost',
    hostname(),
    '127.0.0.1',
    '127.9.8.7',
    '0.0.0.0',
    '::1',
    '[::1]',
    '::',
  ]
  for (const host of [...own, ...addresses, '::ffff:127.0.0.1', '[::ffff:7f00:1]']) t.ok(isThisMachine(host), host)
  t.ok(isThisMachine('Labels.example.', ['labels.example']))
  for (const host of [
    '192.0.2.10',
    '::ffff:192.0.2.10',
    '2001:db8::1',
    'localhost.example',
    'labels.example',
    '128.0.0.1',
  ])
    t.notOk(isThisMachine(host), host)
})
