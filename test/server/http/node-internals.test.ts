import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import t from 'tap'
import { InputSocket } from '../../../src/server/http/input.ts'
import { ask, served, Wire } from './wire.ts'

const line = 'GET /api/v1/barcode?type=qr&text=a'
const request = `${line} HTTP/1.1\r\nHost: test\r\n\r\n`

/** What src/server/http/node-internals.ts uses of an object, by name. */
const internalsOf = (object: object, ...names: string[]): unknown[] =>
  names.map((name) => (object as Record<string, unknown>)[name])

const changed = (what: string): string =>
  `node ${process.version} has another ${what}: src/server/http/node-internals.ts takes node's own, slower way until it is adapted`

t.test('node has the internals that are used', async (t) => {
  const server = createServer()
  let socket: Socket | undefined
  server.on('connection', (accepted) => {
    socket = accepted
    const [owner, paused] = internalsOf(accepted, '_server', '_paused')
    t.equal(owner, server, changed('Socket._server'))
    t.equal(paused, false, changed('Socket._paused'))
    t.equal(accepted.listenerCount('data'), 1, changed('listener for data, which was the parser'))
  })
  const response = new Promise<ServerResponse>((resolve) => server.on('request', (_, response) => resolve(response)))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const [handle, count] = internalsOf(server, '_handle', '_connections')
  t.equal(count, 0, changed('Server._connections'))
  t.type((handle as { onconnection?: unknown }).onconnection, 'function', changed('Server._handle.onconnection'))
  const wire = new Wire((server.address() as AddressInfo).port).send(request)
  const unsent = await response
  t.same(internalsOf(server, '_connections'), [1], changed('Server._connections'))
  t.same(internalsOf(unsent, '_header', '_headerSent'), [null, false], changed('ServerResponse._header'))
  unsent.writeHead(200, { 'Content-Length': 1 }).end('x')
  const [header, isSent] = internalsOf(unsent, '_header', '_headerSent')
  t.match(header, /^HTTP\/1\.1 200 /, changed('ServerResponse._header'))
  t.equal(isSent, true, changed('ServerResponse._headerSent'))
  const { _handle: written } = socket as unknown as { _handle: object }
  for (const name of ['bytesWritten', 'writeQueueSize']) t.type(internalsOf(written, name)[0], 'number', changed(name))
  await wire.replies(1)
  wire.socket.destroy()
  socket?.destroy()
  await new Promise((resolve) => server.close(resolve))
})

t.test('it is used: sockets are ours, and a reply is one write', async (t) => {
  const service = await served()
  const writes: number[] = []
  const closing: Promise<unknown>[] = []
  service.server.on('connection', (socket) => {
    closing.push(once(socket, 'close'))
    t.ok(socket instanceof InputSocket, changed('way to accept connections'))
    const { write } = socket
    let count = 0
    socket.write = (...args: unknown[]) => {
      writes[0] = ++count
      return Reflect.apply(write, socket, args)
    }
  })
  const wire = new Wire(service.port).send(request)
  t.equal((await wire.replies(1))[0]?.status, 200)
  t.same(writes, [1], changed('way to write a response'))
  const connections = () => new Promise((resolve) => service.server.getConnections((_, count) => resolve(count)))
  t.equal(await connections(), 1)
  wire.socket.destroy()
  await Promise.all(closing)
  t.equal(await connections(), 0, 'and sockets are counted off when they close')
  await service.close()
})

t.test('without any of it, requests are answered the way node does it', async (t) => {
  const wanted = await served()
  const { body } = await ask(wanted.port, line)
  await wanted.close()

  const listening = await served({}, (server) => {
    // what node counts in is put back when the service has looked
    server.prependOnceListener('listening', () => Object.assign(server, { _connections: undefined }))
    server.once('listening', () => Object.assign(server, { _connections: 0 }))
  })
  listening.server.on('connection', (socket) => t.notOk(socket instanceof InputSocket, 'a socket of node'))
  t.same((await ask(listening.port, line)).body, body)
  await listening.close()

  for (const name of ['_header', '_headerSent']) {
    const service = await served()
    service.server.prependListener('request', (_, response) => Object.assign(response, { [name]: undefined }))
    const wire = new Wire(service.port).send(request.repeat(2))
    for (const reply of await wire.replies(2)) t.same(reply.body, body, name)
    wire.socket.destroy()
    await service.close()
  }

  const pausing = await served({}, (server) => {
    server.prependListener('connection', (socket) => Object.defineProperty(socket, '_paused', { set() {} }))
  })
  const wire = new Wire(pausing.port).send(request.repeat(3))
  for (const reply of await wire.replies(3)) t.same(reply.body, body, '_paused')
  wire.socket.destroy()
  await pausing.close()
})
