import { createServer as createTcpServer, type Socket } from 'node:net'
import t from 'tap'
import { ippChannel, printerUri } from '../../../src/printing/channels/ipp.ts'
import type { Patience } from '../../../src/printing/index.ts'
import { inLongRun } from '../../random.ts'
import { failureOf } from '../printers/example-jobs.ts'
import { using } from './ipp-channel.ts'
import {
  ippBytes,
  listening,
  operationGroup,
  type PlayedPrinter,
  patience,
  piece,
  played,
  printerGroup,
  printJob,
  signal,
  testPrinter,
} from './played-printer.ts'

const channel = (url: string, language: 'zpl' | 'pdf' | 'png' = 'zpl', times: Partial<Patience> = {}) =>
  ippChannel({ ...testPrinter, language }, { kind: 'ipp', url }, patience(times))

/** One line for people, which never has an address. */
function isPresentable(message: string): boolean {
  return /^[ -~]{1,1000}$/.test(message) && !/127\.0\.0\.1|localhost|:\d{4,5}\b|:\/\/\w/.test(message)
}

t.test('a job has its document, its format and its copies, and nothing else', inLongRun, async (t) => {
  await using(await played(), async ({ url, requests }) => {
    const document = Buffer.alloc(200_001, 'label ')
    const delivery = await channel(url, 'png').send([piece(1, 'first'), piece(2, document, 3)], signal())
    const amount = { rows: 2, labels: 4, bytes: 5 + 3 * document.length }
    t.same(delivery, { sent: amount, confirmed: amount, from: undefined })
    const [, first, second] = requests
    t.same(first!.attributes, {
      'attributes-charset': ['utf-8'],
      'attributes-natural-language': ['en'],
      'printer-uri': [url.replace('http:', 'ipp:')],
      'requesting-user-name': ['quietzone'],
      'job-name': ['quietzone'],
      'document-format': ['image/png'],
    })
    // RFC 8011, 4.1.4 and 4.1.5: in this order
    t.same(first!.names.slice(0, 3), ['attributes-charset', 'attributes-natural-language', 'printer-uri'])
    t.equal(first!.document.toString(), 'first')
    t.equal(first!.headers['content-type'], 'application/ipp')
    t.same(second!.attributes.copies, ['3'])
    t.same(second!.attributes['ipp-attribute-fidelity'], ['true'])
    t.ok(second!.document.equals(document))
    t.equal(new Set(requests.map(({ requestId }) => requestId)).size, requests.length)
  })
})

t.test('copies beyond those of one job are printed in several, and one by one where none are supported', async (t) => {
  const range = (most: number) => ({ 'copies-supported': [[0x33, Buffer.from([0, 0, 0, 1, 0, 0, 0, most])]] as const })
  for (const [changes, expected] of [
    [range(4), ['4', '4', '2']],
    [{ 'copies-supported': undefined }, Array(10).fill(undefined)],
  ] as const) {
    await using(await played(() => undefined, printerGroup(changes)), async ({ url, requests }) => {
      const { sent } = await channel(url, 'png').send([piece(1, 'label', 10)], signal())
      t.same(sent, { rows: 1, labels: 10, bytes: 50 })
      t.same(
        requests.slice(1).map(({ attributes }) => attributes.copies?.[0]),
        expected,
      )
    })
  }
})

t.test('every status of a job', inLongRun, async (t) => {
  const statuses = [
    [0x0000, undefined],
    [0x0001, undefined],
    [0x0002, undefined],
    [0x0400, /client-error-bad-request/],
    [0x0406, /client-error-not-found .*path/],
    [0x040a, /does not take application\/octet-stream: client-error-document-format-not-supported/],
    [0x040b, /client-error-attributes-or-values-not-supported/],
    [0x0500, /server-error-internal-error/],
    [0x0505, /server-error-temporary-error .*later/],
    [0x0506, /server-error-not-accepting-jobs/],
    [0x0507, /server-error-busy .*later/],
    [0x050b, /server-error-too-many-jobs/],
    [0x0300, /status 0x0300/],
    [0x04ff, /status 0x04ff/],
    [0xffff, /status 0xffff/],
  ] as const
  for (const [status, message] of statuses) {
    const printer = await played(({ operation, document }) =>
      operation === printJob && document.toString() === 'second' ? status : undefined,
    )
    await using(printer, async ({ url }) => {
      const job = channel(url, 'zpl', { write: 30 }).send([piece(1, 'first'), piece(2, 'second')], signal())
      const sent = { rows: 2, labels: 2, bytes: 11 }
      if (message === undefined) return t.same(await job, { sent, confirmed: sent, from: undefined })
      const error = await failureOf(job)
      t.equal(error.code, 'printer_refused')
      t.match(error.message, message)
      t.ok(isPresentable(error.message), error.message)
      return t.same(error.delivery, { sent, confirmed: { rows: 1, labels: 1, bytes: 5 }, from: 2 })
    })
  }
})

t.test('a printer that is busy is tried again, and its bytes count once', async (t) => {
  let busy = 3
  const printer = await played(({ operation }) => (operation === printJob && busy-- > 0 ? 0x0507 : undefined))
  await using(printer, async ({ url, requests }) => {
    const { sent } = await channel(url, 'zpl', { write: 300 }).send([piece(1, 'label')], signal())
    t.same(sent, { rows: 1, labels: 1, bytes: 5 })
    t.equal(requests.length, 5)
  })
})

t.test('a printer that is not there', async (t) => {
  const gone = await played()
  await gone.close()
  const https = gone.url.replace('http:', 'https:')
  // a label of more than 63 characters: no name server is asked for it, which might not answer
  const unknown = `http://${'a'.repeat(64)}.invalid:631/`
  for (const url of [gone.url, https, unknown, 'http://127.0.0.1:1/']) {
    const { state, message } = await channel(url).condition(signal())
    t.equal(state, 'unreachable', message)
    t.ok(isPresentable(message), message)
    const error = await failureOf(channel(url).send([piece(3, 'label')], signal()))
    t.equal(error.code, 'printer_unreachable')
    t.same(error.delivery, {
      sent: { rows: 0, labels: 0, bytes: 0 },
      confirmed: { rows: 0, labels: 0, bytes: 0 },
      printed: { rows: 0, labels: 0, bytes: 0 },
      from: 3,
    })
  }
  const plain = await played()
  await using(plain, async ({ url }) => {
    const { state, message } = await channel(url.replace('http:', 'https:')).condition(signal())
    t.equal(state, 'unreachable')
    t.match(message, /TLS|closed/)
  })
})

/** A server that reads nothing, or only until a connection is made. */
async function silent(onConnection: (socket: Socket) => void = () => {}): Promise<PlayedPrinter> {
  const sockets: Socket[] = []
  const server = createTcpServer((socket) => {
    sockets.push(socket.on('error', () => {}))
    onConnection(socket)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  return {
    url: `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}/`,
    requests: [],
    async close() {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

t.test('a printer that is silent: while it is connected to, and while it should answer', async (t) => {
  await using(await silent(), async ({ url }) => {
    const secure = channel(url.replace('http:', 'https:'), 'zpl', { connect: 50 })
    t.match(await secure.condition(signal()), {
      state: 'silent',
      message: /did not accept the connection within 0.05 s/,
    })
    const { state, message } = await channel(url, 'zpl', { response: 50 }).condition(signal())
    t.same([state, message], ['silent', 'did not answer within 0.05 s'])
    const error = await failureOf(channel(url, 'zpl', { response: 50 }).send([piece(1, 'label')], signal()))
    t.equal(error.code, 'printer_timeout')
    t.equal(error.delivery.sent.bytes, 0)
  })
})

t.test('a printer that begins an answer and does not end it', async (t) => {
  const printer = await listening([], (request, response) => {
    request.resume().on('end', () => response.writeHead(200, { 'content-type': 'application/ipp' }).write('x'))
  })
  await using(printer, async ({ url }) => {
    const { state } = await channel(url, 'zpl', { response: 50 }).condition(signal())
    t.equal(state, 'silent')
  })
})

/** A printer that is ready, and does this with the connection of a job. */
async function readyBut(onJob: (socket: Socket, received: () => number) => void): Promise<PlayedPrinter> {
  const ready = Buffer.concat([
    Buffer.from('HTTP/1.1 200 OK\r\nContent-Type: application/ipp\r\nConnection: close\r\n\r\n'),
    ippBytes(0, 1, [operationGroup, printerGroup()]),
  ])
  let connections = 0
  return await silent((socket) => {
    if (connections++ === 0) {
      socket.once('data', () => socket.end(ready))
      return
    }
    let received = 0
    socket.on('data', (chunk) => {
      received += chunk.length
    })
    onJob(socket, () => received)
  })
}

const large = Buffer.alloc(32 << 20, 'x')

t.test(
  'a printer that takes no more: the bytes that were handed over count, and the label does not',
  inLongRun,
  async (t) => {
    const printer = await readyBut((socket) => socket.pause())
    await using(printer, async ({ url }) => {
      const error = await failureOf(channel(url, 'zpl', { write: 100 }).send([piece(1, large)], signal()))
      t.equal(error.code, 'printer_timeout')
      t.match(error.message, /took no more data within 0.1 s/)
      const { sent, confirmed, from } = error.delivery
      t.ok(sent.bytes > 0 && sent.bytes < large.length)
      t.same([sent.rows, sent.labels, confirmed.bytes, from], [0, 0, 0, 1])
    })
  },
)

t.test('a connection that breaks off: in the document, and before the answer', inLongRun, async (t) => {
  const inside = await readyBut((socket) => socket.once('data', () => socket.resetAndDestroy()))
  await using(inside, async ({ url }) => {
    const error = await failureOf(channel(url).send([piece(1, large)], signal()))
    t.equal(error.code, 'printer_refused')
    t.ok(error.delivery.sent.bytes > 0 && error.delivery.sent.bytes < large.length)
    t.same([error.delivery.sent.labels, error.delivery.confirmed.labels], [0, 0])
    t.ok(isPresentable(error.message), error.message)
  })
  const after = await readyBut((socket) => socket.on('data', (chunk) => chunk.includes('the end') && socket.destroy()))
  await using(after, async ({ url }) => {
    const error = await failureOf(channel(url).send([piece(1, 'label, the end')], signal()))
    t.same(error.delivery.sent, { rows: 1, labels: 1, bytes: 14 })
    t.same([error.delivery.confirmed.labels, error.delivery.from], [0, 1])
  })
})

t.test('an answer before the whole document is none', async (t) => {
  const printer = await readyBut((socket) => {
    const accepted = ippBytes(0, 2, [operationGroup])
    socket.once('data', () => {
      socket.pause()
      socket.write('HTTP/1.1 200 OK\r\nContent-Type: application/ipp\r\n')
      socket.write(Buffer.concat([Buffer.from(`Content-Length: ${accepted.length}\r\n\r\n`), accepted]))
    })
  })
  await using(printer, async ({ url }) => {
    const error = await failureOf(channel(url).send([piece(1, large)], signal()))
    t.equal(error.code, 'printer_refused')
    t.match(error.message, /before it had the whole job/)
  })
})

t.test('a job that is stopped says what was sent', async (t) => {
  const controller = new AbortController()
  const printer = await played(({ operation, document }) => {
    if (operation === printJob && document.toString() === 'second') controller.abort()
    return undefined
  })
  await using(printer, async ({ url }) => {
    const error = await failureOf(channel(url).send([piece(1, 'first'), piece(2, 'second')], controller.signal))
    t.equal(error.code, 'printer_timeout')
    t.match(error.delivery, { sent: { rows: 2 }, confirmed: { rows: 1 }, from: 2 })
    const aborted = AbortSignal.abort()
    await t.rejects(channel(url).condition(aborted))
    t.same((await failureOf(channel(url).send([piece(1, 'first')], aborted))).delivery.sent.bytes, 0)
  })
})

t.test('no piece, no request; what the source of pieces throws is thrown', async (t) => {
  await using(await played(), async ({ url, requests }) => {
    t.equal((await channel(url).send([], signal())).from, undefined)
    t.equal(requests.length, 0)
    const pieces = function* () {
      yield piece(1, 'first')
      throw new TypeError('cannot be drawn')
    }
    await t.rejects(channel(url).send(pieces(), signal()), /cannot be drawn/)
  })
})

t.test('the URL as printers know it', async (t) => {
  t.equal(printerUri('http://192.0.2.1:631/ipp/print'), 'ipp://192.0.2.1:631/ipp/print')
  t.equal(printerUri('https://[2001:db8::1]:631/printers/a%20b'), 'ipps://[2001:db8::1]:631/printers/a%20b')
  t.equal(printerUri('http://printer.example/'), 'ipp://printer.example:80/')
  t.equal(printerUri('https://printer.example/'), 'ipps://printer.example:443/')
})
