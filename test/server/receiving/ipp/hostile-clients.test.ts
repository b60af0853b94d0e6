/** Clients of IPP that send slowly, without end, or what is made to harm: others are answered meanwhile. */

import { connect, type Socket } from 'node:net'
import t from 'tap'
import { groups, requestBytes, responseOf } from '../../../../src/printing/channels/ipp-message.ts'
import { statuses } from '../../../../src/server/receiving/ipp/status.ts'
import { inLongRun } from '../../../random.ts'
import { common, ippPrinting, posted } from './example-ipp.ts'

/** Requests that do not end, each on a connection of its own, from another address than the others. */
const endless = 40

async function open(port: number, head: string): Promise<Socket> {
  const socket = connect({ port, host: '127.0.0.1', localAddress: '127.0.0.2' })
  socket.on('error', () => {})
  await new Promise((resolve) => socket.once('connect', resolve))
  socket.write(head)
  return socket
}

t.test('slow requests and those without end keep no other waiting', inLongRun, async (t) => {
  const { url, uri, close } = await ippPrinting()
  const { port, pathname, host } = new URL(url)
  const head = `POST ${pathname} HTTP/1.1\r\nHost: ${host}\r\nContent-Type: application/ipp\r\n`
  const asked = Buffer.from(
    requestBytes({
      operation: 0x000b,
      requestId: 1,
      groups: [{ tag: groups.operation, attributes: [...common, { tag: 'uri', name: 'printer-uri', values: [uri] }] }],
    }),
  )
  const chunk = `${asked.length.toString(16)}\r\n${asked.toString('latin1')}\r\n`
  const sockets = await Promise.all(
    Array.from({ length: endless }, (_, i) =>
      open(
        Number(port),
        `${head}${i % 2 === 0 ? `Transfer-Encoding: chunked\r\n\r\n${chunk}` : 'Content-Length: 100000\r\n\r\n'}`,
      ),
    ),
  )
  // a byte now and then
  const drip = setInterval(() => {
    for (const [i, socket] of sockets.entries()) socket.write(i % 2 === 0 ? '1\r\nx\r\n' : 'x')
  }, 20)
  for (let i = 0; i < 5; i++) t.equal(responseOf((await posted(url, asked)).body).status, statuses.ok)
  clearInterval(drip)
  for (const socket of sockets) socket.destroy()

  const flood = await open(Number(port), `${head}Transfer-Encoding: chunked\r\n\r\n`)
  const ended = new Promise((resolve) => flood.once('close', resolve))
  let answer = ''
  flood.on('data', (data) => {
    answer += data.toString('latin1')
  })
  const piece = Buffer.concat([Buffer.from('10000\r\n'), Buffer.alloc(0x10000, 3), Buffer.from('\r\n')])
  const more = (): void => {
    while (!flood.destroyed && flood.write(piece));
  }
  flood.on('drain', more)
  more()
  await ended
  t.match(answer, /^HTTP\/1\.1 413 |^$/, 'a body without end is refused')
  t.equal(responseOf((await posted(url, asked)).body).status, statuses.ok)
  await close()
})

t.test('attributes that are nested, or longer than they are, are refused', async (t) => {
  const { url, close } = await ippPrinting()
  const head = Buffer.from([2, 0, 0, 0x0b, 0, 0, 0, 1, 1])
  /** An attribute by its tag: the length of a name, the name, the length of a value, the value. */
  const attribute = (tag: number, name: string, value: string, length = value.length): Buffer => {
    const bytes = Buffer.alloc(5 + name.length + value.length)
    bytes[0] = tag
    bytes.writeUInt16BE(name.length, 1)
    bytes.write(name, 3, 'latin1')
    bytes.writeUInt16BE(length, 3 + name.length)
    bytes.write(value, 5 + name.length, 'latin1')
    return bytes
  }
  const usual = [attribute(0x47, 'attributes-charset', 'utf-8'), attribute(0x48, 'attributes-natural-language', 'en')]
  const collection = attribute(0x34, 'media-col', '')
  const member = Buffer.concat([attribute(0x4a, '', 'media-size'), attribute(0x34, '', '')])
  for (const [name, parts] of [
    ['100,000 collections in each other', [collection, ...Array.from({ length: 100_000 }, () => member)]],
    ['a value beyond the end', [attribute(0x45, 'printer-uri', 'ipp://a', 65_535)]],
    [
      '100,000 values',
      [
        attribute(0x44, 'requested-attributes', 'a'),
        ...Array.from({ length: 100_000 }, () => attribute(0x44, '', 'a')),
      ],
    ],
    ['100,000 ends of collections', Array.from({ length: 100_000 }, () => attribute(0x37, '', ''))],
  ] as const) {
    const { body } = await posted(url, Buffer.concat([head, ...usual, ...parts, Buffer.of(3)]))
    t.equal(responseOf(body).status, statuses.badRequest, name)
  }
  await close()
})
