import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { get, type IncomingHttpHeaders, type IncomingMessage, type OutgoingHttpHeaders } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { gunzipSync } from 'node:zlib'
import t from 'tap'
import { absent, haproxy, nginx, served } from './proxy.ts'

const folder = mkdtempSync(join(tmpdir(), 'quietzone-compressed-'))
t.teardown(() => rmSync(folder, { recursive: true }))

interface Reply {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  /** As it was sent. */
  readonly body: Buffer
}

/** A reply that nothing has decoded. */
async function replyOf(port: number, path: string, headers: OutgoingHttpHeaders = {}): Promise<Reply> {
  const [message] = (await once(get({ port, path, headers, agent: false }), 'response')) as [IncomingMessage]
  return { status: message.statusCode!, headers: message.headers, body: await buffer(message) }
}

const compressed = [
  '/api/v1/barcode?type=qr&format=svg&text=one-and-two-and-three-and-four',
  '/api/v1/label?type=qr&format=svg&text=five',
  '/api/v1/openapi.json',
  '/',
  '/docs',
] as const

const uncompressed = [
  '/api/v1/barcode?type=qr&text=one-and-two-and-three-and-four&scale=10',
  '/api/v1/label?type=qr&text=five',
  '/api/v1/label?type=qr&text=five&format=png',
  '/api/v1/label?type=qr&text=five&format=zpl',
]

for (const proxy of [nginx, haproxy]) {
  t.test(`${proxy.command} as it is shipped: text is compressed for those who accept it`, async (t) => {
    const tools = absent([proxy.command, proxy.from])
    if (tools.length > 0) return void t.fail(`not installed: ${tools}`)
    const { at, port } = await served(t, proxy, { folder, settings: { QZ_RATE_PER_MINUTE: '0' } })
    const gzip = { 'Accept-Encoding': 'gzip' }
    const direct = (path: string): Promise<Reply> => replyOf(Number(at.split(':')[1]), path, gzip)
    // twice, in both orders: of the pictures, nginx keeps what it has got
    for (const accepted of [gzip, {}, gzip]) {
      for (const path of [...compressed, ...uncompressed]) {
        const [wanted, reply] = [await direct(path), await replyOf(port, path, accepted)]
        t.same([wanted.status, wanted.headers['content-encoding']], [200, undefined], `${path}, without a proxy`)
        t.equal(reply.status, 200, path)
        const isSmaller = accepted === gzip && compressed.some((each) => each === path)
        t.equal(reply.headers['content-encoding'], isSmaller ? 'gzip' : undefined, path)
        t.ok((isSmaller ? gunzipSync(reply.body) : reply.body).equals(wanted.body), `${path}: the same bytes`)
        t.equal(reply.headers.etag, isSmaller ? `W/${wanted.headers.etag}` : wanted.headers.etag, path)
        t.equal(reply.headers['cache-control'], wanted.headers['cache-control'], path)
        if (isSmaller) {
          t.ok(reply.body.length < 0.6 * wanted.body.length, `${path}: ${reply.body.length} bytes`)
          t.match(reply.headers.vary, /accept-encoding/i, path)
        }
        for (const known of [reply.headers.etag!, wanted.headers.etag!]) {
          const again = await replyOf(port, path, { ...accepted, 'If-None-Match': known })
          t.same([again.status, again.body.length], [304, 0], `${path}, ${known}`)
        }
      }
    }
  })
}

t.test('nginx as it is shipped: whole or a part, short or long, what may be compressed varies', async (t) => {
  const tools = absent([nginx.command, nginx.from])
  if (tools.length > 0) return void t.fail(`not installed: ${tools}`)
  const { port } = await served(t, nginx, { folder, settings: { QZ_RATE_PER_MINUTE: '0' } })
  for (const path of compressed) {
    t.match((await replyOf(port, path)).headers.vary, /accept-encoding/i, `${path}: a cache tells the two apart`)
    const part = { 'Accept-Encoding': 'gzip', Range: 'bytes=0-99' }
    const { status, headers, body } = await replyOf(port, path, part)
    t.same([status, headers['content-encoding'], headers['accept-ranges']], [200, 'gzip', undefined], path)
    t.match(gunzipSync(body).length, Number, 'no part of what is compressed')
  }
  const png = await replyOf(port, uncompressed[0]!, { 'Accept-Encoding': 'gzip' })
  t.notMatch(png.headers.vary, /accept-encoding/i)
  const fault = await replyOf(port, '/api/v1/barcode?type=qr', { 'Accept-Encoding': 'gzip' })
  t.same([fault.status, fault.headers['content-encoding']], [400, undefined])
})
