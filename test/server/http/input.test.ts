import { type AddressInfo, createServer } from 'node:net'
import t from 'tap'
import { drawBarcode } from '../../../src/draw.ts'
import { inLongRun, random } from '../../random.ts'
import { ask, served, Wire } from './wire.ts'

const drawn = '/api/v1/barcode?type=code128&text=a'
const large = '/api/v1/barcode?type=qr&format=svg&scale=10&text='.concat('a'.repeat(2000))
const plain = { type: 'qr', format: 'svg', scale: 3, height: 15, rotate: 'N', includetext: false } as const

function asked(line: string, headers: readonly string[] = []): string {
  return `${[`${line} HTTP/1.1`, 'Host: test', ...headers].join('\r\n')}\r\n\r\n`
}

t.test('requests that arrive in parts, from many connections at once, are not mixed up', inLongRun, async (t) => {
  const service = await served()
  const r = random('parts')
  const count = 40
  const texts = Array.from({ length: count }, (_, i) => `${i}-${r.text('abcdefghij', r.between(1, 900))}`)
  const bytesOf = (text: string): string =>
    asked(`GET /api/v1/barcode?type=qr&format=svg&text=${text}`, [`X-Filler: ${r.text('xyz', r.between(1, 300))}`])
  const wires = texts.map(() => new Wire(service.port))
  const parts = texts.map((text) => [...bytesOf(text).repeat(2)])
  while (parts.some((left) => left.length > 0)) {
    const open = Array.from(parts.keys()).filter((i) => parts[i]!.length > 0)
    const i = r.pick(open)
    wires[i]!.send(parts[i]!.splice(0, r.between(1, 400)).join(''))
    await new Promise((resolve) => setImmediate(resolve))
  }
  for (const [i, wire] of wires.entries()) {
    const wanted = drawBarcode({ ...plain, text: texts[i]! }, { maxPixels: 1e6 }).bytes
    for (const { body } of await wire.replies(2)) t.ok(body.equals(wanted), texts[i]!.slice(0, 10))
    wire.socket.destroy()
  }
  await service.close()
})

t.test('connections that node accepted by itself are served as well', async (t) => {
  const service = await served()
  const front = createServer({ allowHalfOpen: true }, (socket) => service.server.emit('connection', socket))
  await new Promise<void>((resolve) => front.listen(0, '127.0.0.1', resolve))
  const { port } = front.address() as AddressInfo
  const count = 200
  const wire = new Wire(port).send(asked(`GET ${drawn}`).repeat(count))
  const replies = await wire.replies(count)
  t.same(new Set(replies.map(({ status }) => status)), new Set([200]))
  t.equal((await wire.send(asked('GET /nowhere')).replies(count + 1))[count]?.status, 404)
  t.equal((await wire.send(asked(`GET ${large}`, ['Connection: close'])).replies(count + 2)).length, count + 2)
  await wire.closed
  t.equal((await ask(port, 'BAD')).status, 400)
  await new Promise((resolve) => front.close(resolve))
  await service.close()
})
