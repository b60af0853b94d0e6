import fc from 'fast-check'
import t from 'tap'
import { type Bearer, hashOf, keysOf, newKey } from '../../../src/server/access/keys.ts'
import { principalAt, principalBehind, proxies } from '../../../src/server/http/principal.ts'
import { cases, seed } from '../../random.ts'

t.test('addresses', async (t) => {
  const key = (address: string): string | undefined => principalAt(address)?.key
  t.same(principalAt('192.0.2.1'), { name: '192.0.2.1', key: '192.0.2.1' })
  t.same(principalAt('::ffff:192.0.2.1'), principalAt('192.0.2.1'))
  t.same(principalAt('::FFFF:c000:201'), principalAt('192.0.2.1'))
  t.equal(key('2001:db8:1:2::1'), '8193:3512:1:2')
  t.equal(key('2001:db8:1:2:ffff:ffff:ffff:ffff'), key('2001:db8:1:2::'))
  t.not(key('2001:db8:1:3::1'), key('2001:db8:1:2::1'))
  t.equal(key('::1'), '0:0:0:0')
  t.equal(key('::'), '0:0:0:0')
  t.equal(key('1::'), '1:0:0:0')
  t.equal(key('1:2:3:4:5:6:7.8.9.10'), '1:2:3:4')
  for (const [one, other, isSame] of [
    ['fe80::1', 'fe80::2', false],
    ['fe80::1', 'fe80::1%eth0', true],
    ['febf:ffff::1', 'febf:ffff::2', false],
    ['fec0::1', 'fec0::2', true],
    ['fbff::1', 'fbff::2', true],
    ['fc00::1', 'fc00::2', false],
    ['fdff:ffff:1:2:3:4:5:6', 'fdff:ffff:1:2:3:4:5:7', false],
    ['fdff:ffff:1:2:3:4:5:6', 'FDFF:ffff:1:2:3:4:0.5.0.6', true],
    ['fe00::1', 'fe00::2', true],
    ['2001:db8::1', '2001:db8::2', true],
  ] as const) {
    t.equal(key(one) === key(other), isSame, `${one}, ${other}`)
  }
  t.not(key('::'), key('0.0.0.0'))
  for (const none of ['', 'unknown', '1.2.3', '1.2.3.4.5', '01.2.3.4', '256.1.1.1', ':::', '1:2', 'g::', '1.2.3.4%x']) {
    t.equal(principalAt(none), undefined, none)
  }
})

t.test('X-Forwarded-For', async (t) => {
  const trusted = proxies(['10.0.0.0/8', '192.0.2.7', 'fd00::/8'])
  const behind = (peer: string, forwarded: string | undefined) =>
    principalBehind(principalAt(peer)!, forwarded, trusted).name
  t.equal(behind('10.1.1.1', undefined), '10.1.1.1')
  t.equal(behind('10.1.1.1', '203.0.113.5'), '203.0.113.5')
  t.equal(behind('::ffff:10.1.1.1', '203.0.113.5'), '203.0.113.5', 'a mapped proxy')
  t.equal(behind('fd00::1', '2001:db8::5'), '2001:db8::5')
  t.equal(behind('203.0.113.9', '198.51.100.1'), '203.0.113.9', 'a client that is no proxy is not believed')
  t.equal(behind('10.1.1.1', '6.6.6.6, 203.0.113.5, 192.0.2.7 ,10.2.2.2'), '203.0.113.5', 'from the right')
  t.equal(behind('10.1.1.1', '6.6.6.6, 203.0.113.5'), '203.0.113.5')
  t.equal(behind('10.1.1.1', '10.3.3.3, 10.2.2.2'), '10.3.3.3', 'proxies all the way')
  t.equal(behind('10.1.1.1', '203.0.113.5, unknown'), '10.1.1.1', 'what makes no sense ends the chain')
  t.equal(behind('10.1.1.1', '203.0.113.5, bogus, 10.2.2.2'), '10.2.2.2')
  t.equal(behind('10.1.1.1', '203.0.113.5:4711'), '203.0.113.5')
  t.equal(behind('10.1.1.1', '[2001:db8::5]:4711'), '2001:db8::5')
  t.equal(behind('10.1.1.1', ''), '10.1.1.1')
  t.equal(behind('10.1.1.1', ',203.0.113.5'), '203.0.113.5')
  t.equal(behind('10.1.1.1', ',10.2.2.2'), '10.2.2.2')
  t.equal(behind('10.1.1.1', '10.2.2.2,'.repeat(50_000)), '10.1.1.1')
  const chain = ['203.0.113.5', ...new Array<string>(10_000).fill('10.2.2.2')].join()
  t.equal(behind('10.1.1.1', chain), '10.2.2.2', 'a chain of any length is read in bounded time')
  t.equal(principalBehind(principalAt('10.1.1.1')!, '1.2.3.4', proxies([])).name, '10.1.1.1')
})

t.test('no address has the name of a key, and no two keys have one', (t) => {
  const name = fc.stringMatching(/^[A-Za-z0-9._-]{1,40}$/)
  const names = fc.oneof(name, fc.ipV4(), fc.constantFrom('unknown', '192.0.2.1', '1'))
  const secret = newKey()
  const keyNamed = (given: string): string => {
    const keys = keysOf([{ name: given, hash: hashOf(secret), may: ['print'], perMinute: undefined }])
    return (keys.presented(`Bearer ${secret}`, false) as Bearer).key
  }
  fc.assert(
    fc.property(names, names, fc.oneof(fc.ipV4(), fc.ipV6()), (one, other, address) => {
      t.equal(keyNamed(one) === keyNamed(other), one === other, `${one}, ${other}`)
      return ![principalAt(address)!.key, 'unknown'].includes(keyNamed(one))
    }),
    { seed, numRuns: cases(300) },
  )
  t.end()
})

t.test('an address from a long header keeps nothing of it in memory', (t) => {
  const proxy = principalAt('10.1.1.1')!
  const trusted = proxies(['10.0.0.0/8'])
  const kept: string[] = []
  const before = process.memoryUsage().heapUsed
  for (let i = 0; i < 1000; i++) {
    const header = `${String.fromCharCode(97 + (i % 26)).repeat(80_000)}, 203.0.113.${100 + (i % 100)}`
    kept.push(principalBehind(proxy, header, trusted).key)
  }
  t.ok(kept.every((key) => key.startsWith('203.0.113.1')))
  const grown = process.memoryUsage().heapUsed - before
  t.ok(grown < 40e6, `${grown} bytes after 80 MB of headers`)
  t.end()
})
