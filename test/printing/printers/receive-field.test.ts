import t from 'tap'
import { printersIn } from '../../../src/printing/index.ts'

const dock = { name: 'dock-3', address: 'socket://192.0.2.10:9100', language: 'zpl', dpi: 203, stock: '4x6' }
const place = { host: '127.0.0.1', port: 8080, isOwn: (host: string) => host === 'here.example' }
const beyond = { ...place, host: '0.0.0.0' }
const fileOf = (...entries: readonly object[]): string => JSON.stringify(entries)

t.test('receive: what an entry says', async (t) => {
  const receive = {
    socket: 9101,
    ipp: true,
    from: ['192.0.2.0/24', '2001:db8::/32', '::1'],
    pass: true,
    onFault: 'hold',
  }
  t.same(printersIn(fileOf({ ...dock, receive }), beyond)[0]?.receive, receive)
  t.same(printersIn(fileOf({ ...dock, receive: {} }), beyond)[0]?.receive, {}, 'a path of the service alone')
  t.same(printersIn(fileOf({ ...dock, receive: { socket: 1 } }), place)[0]?.receive, { socket: 1 })
  t.equal(printersIn(fileOf(dock))[0]?.receive, undefined)
  t.same(printersIn(fileOf({ ...dock, receive: { socket: 8080 } }))[0]?.receive, { socket: 8080 }, 'nobody listens')
})

t.test('receive: every mistake is named', async (t) => {
  const refused: readonly (readonly [object | string | readonly string[], RegExp])[] = [
    ['yes', /receive: "yes" is not an object such as/],
    [[], /receive: this array is not an object/],
    [{ port: 1 }, /receive: "port": there is no such field; socket, ipp, from, pass, onFault/],
    [{ socket: 0 }, /receive: socket: 0 is not a port from 1 to 65535/],
    [{ socket: 65_536 }, /socket: 65536 is not/],
    [{ socket: 1.5 }, /socket: 1\.5 is not/],
    [{ socket: '9101' }, /socket: "9101" is not/],
    [{ ipp: 'yes' }, /ipp: "yes" is not true or false/],
    [{ from: [] }, /from: this array is not 1 to 100 addresses or networks/],
    [{ from: '192.0.2.0/24' }, /from: "192\.0\.2\.0\/24" is not/],
    ...['192.0.2.0/33', '2001:db8::/129', '192.0.2', 'host.example', '192.0.2.1/', 'fe80::1%eth0', '192.0.2.1/-1'].map(
      (each) => [{ from: [each] }, /from: this array is not/] as const,
    ),
    [{ pass: 1 }, /pass: 1 is not true or false/],
    [{ onFault: 'stop' }, /onFault: "stop" is not "print" or "hold"/],
    [{ socket: 8080 }, /receive: socket: 8080 is the port of the service itself/],
  ]
  for (const [receive, message] of refused)
    t.throws(() => printersIn(fileOf({ ...dock, receive }), place), message, JSON.stringify(receive))
  const twice = fileOf(dock).replace('}', ', "receive": { "socket": 1, "socket": 2 } }')
  t.throws(() => printersIn(twice), /receive: socket: is there more than once/)
  const passing = { ...dock, language: 'tspl', receive: { pass: true } }
  t.throws(() => printersIn(fileOf(passing)), /receive: pass: passes ZPL to a printer that speaks it, not "tspl"/)
  const open = { ...dock, receive: { socket: 9101 } }
  t.throws(
    () => printersIn(fileOf(open), beyond),
    /receive: from: is missing: the service listens on 0\.0\.0\.0, beyond/,
  )
  for (const host of ['localhost', '127.0.0.2', '::1']) t.ok(printersIn(fileOf(open), { ...place, host }))
})

t.test('receive: two printers have no port together, and none prints on one of them', async (t) => {
  const [a, b] = [9101, 9101].map((socket, i) => ({ ...dock, name: `dock-${i}`, receive: { socket } })) as [
    object,
    object,
  ]
  t.throws(() => printersIn(fileOf(a, b)), /printer 2, "dock-1": receive: socket: 9101 is the port of printer "dock-0"/)
  for (const host of ['127.0.0.1', 'localhost', '[::1]', 'here.example']) {
    const round = { ...dock, name: 'round', address: `socket://${host}:9101` }
    const message = /printer 2, "round": address: is where documents arrive for printer "dock-0": they would come round/
    t.throws(() => printersIn(fileOf(a, round), place), message, host)
  }
  t.ok(printersIn(fileOf(a, { ...dock, name: 'far', address: 'socket://192.0.2.10:9101' }), place))
})
