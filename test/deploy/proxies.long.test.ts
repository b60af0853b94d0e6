import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, get, type IncomingMessage } from 'node:http'
import { connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import { strictPages } from '../lib/strict-pages.ts'
import { browserAbsent, closed, opened } from '../pages/browser.ts'
import { absent, below, haproxy, nginx, running, type ShippedProxy, served } from './proxy.ts'

const folder = mkdtempSync(join(tmpdir(), 'quietzone-proxies-'))
t.teardown(async () => {
  await closed()
  rmSync(folder, { recursive: true })
})

const proxies: readonly ShippedProxy[] = [nginx, haproxy]

async function connected(port: number): Promise<Socket> {
  const socket = connect(port, '127.0.0.1')
  await once(socket, 'connect')
  return socket
}

/** The begin of the answer. HAProxy then waits for the client to close. */
async function answer(port: number, head: string): Promise<string> {
  const socket = await connected(port)
  socket.write(head)
  const [begin] = await once(socket, 'data')
  socket.destroy()
  return `${begin}`
}

async function resets(port: number): Promise<void> {
  const socket = await connected(port)
  await new Promise((resolve) => socket.write('CONNECT a:80 HTTP/1.1\r\nHost: a\r\n\r\n', resolve))
  socket.resetAndDestroy()
  await once(socket, 'close')
}

async function statusOf(port: number, path: string): Promise<number> {
  const reply = await fetch(`http://127.0.0.1:${port}${path}`)
  await reply.arrayBuffer()
  return reply.status
}

/** Asks for 500 labels in a body of `length` bytes: a column that the service ignores fills it. */
async function labelsOf(port: number, length: number): Promise<readonly [status: number, rows: string | null]> {
  const head = 'text,other\n'
  const filled = (bytes: number): string => `a,${'x'.repeat(bytes - 3)}\n`
  const each = Math.floor((length - head.length) / 500)
  const body = `${head}${filled(each).repeat(499)}${filled(length - head.length - 499 * each)}`
  const query = 'type=code128&size=2x1&partial=true'
  const headers = { 'Content-Type': 'text/csv' }
  const reply = await fetch(`http://127.0.0.1:${port}/api/v1/labels?${query}`, { method: 'POST', headers, body })
  await reply.arrayBuffer()
  return [reply.status, reply.headers.get('Quietzone-Rows')]
}

/** Requests whose end a proxy and a service behind it might see in different places, and a second request where one of them would see it. */
function ambiguous(port: number): readonly string[] {
  const hidden = `GET /api/v1/gs1?text=hidden HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\n\r\n`
  const post = 'POST /api/v1/labels?type=qr HTTP/1.1\r\nContent-Type: text/csv'
  const chunks = '0\r\n\r\n'
  const length = `Content-Length: ${chunks.length + hidden.length}`
  return [
    `${post}\r\n${length}\r\nTransfer-Encoding: chunked\r\nHost: a\r\n\r\n${chunks}${hidden}`,
    `${post}\r\nContent-Length: 0\r\n${length}\r\nHost: a\r\n\r\n${chunks}${hidden}`,
    `${post}\r\nTransfer-Encoding: xchunked\r\n${length}\r\nHost: a\r\n\r\n${chunks}${hidden}`,
    `GET /api/v1/barcode?type=qr&text=x HTTP/1.1\r\n${length}\r\nHost: a\r\n\r\n${chunks}${hidden}`,
  ]
}

const python = (port: number): string =>
  `import socket,struct;s=socket.create_connection(('127.0.0.1',${port}));s.setsockopt(1,13,struct.pack('ii',1,0));` +
  "s.sendall(b'CONNECT a:80 HTTP/1.1\\r\\nHost: a\\r\\n\\r\\n');s.close()"

for (const proxy of proxies) {
  t.test(`${proxy.command} as it is shipped: CONNECT never reaches the service`, async (t) => {
    const tools = absent([proxy.command, proxy.from], ['python3', 'python3-minimal'])
    if (tools.length > 0) return void t.fail(`not installed: ${tools}`)
    const { at, port, service, log } = await served(t, proxy, { folder, settings: { QZ_RATE_PER_MINUTE: '0' } })
    // a busy machine may be slow to answer a proxy's check, which then says 503 for a while
    const status = async (origin: string, text: string): Promise<number> => {
      for (;;) {
        const reply = await fetch(`http://${origin}/api/v1/barcode?type=qr&text=${text}`)
        await reply.arrayBuffer()
        if (reply.status !== 503) return reply.status
      }
    }
    t.equal(await status(`127.0.0.1:${port}`, 'before'), 200)
    t.equal(await status(`127.0.0.1:${port}`, '%F0%9F%93%93'.repeat(7000)), 422, 'the longest text fits its buffers')
    for (const target of ['a:80', 'http://a/', '/api/v1/barcode?type=qr&text=x']) {
      t.match(await answer(port, `CONNECT ${target} HTTP/1.1\r\nHost: a\r\n\r\n`), /^HTTP\/1\.[01] 40[05] /, target)
    }
    await Promise.all(Array.from({ length: 20 }, () => resets(port)))
    for (let i = 0; i < 3; i++) t.equal(spawnSync('python3', ['-c', python(port)]).status, 0)
    t.equal(await status(`127.0.0.1:${port}`, 'behind'), 200)
    t.equal(await status(at, 'direct'), 200)
    t.equal(service.exitCode, null)

    const asked = (await log()).split('\n').filter((line) => line.includes('"method"'))
    t.equal(asked.filter((line) => /"route":"\/api.*"status":200/.test(line)).length, 3)
    t.same(
      asked.filter((line) => /CONNECT|"status":40/.test(line)),
      [],
      'the service saw none of them',
    )
  })
}

/** Sends bytes that are no picture to be checked, all at once or in pieces; without a length if they are in pieces. */
async function checkOf(port: number, length: number, piece = length): Promise<number> {
  const bytes = new Uint8Array(length)
  const stream = ReadableStream.from(
    (function* () {
      for (let at = 0; at < length; at += piece) yield bytes.subarray(at, at + piece)
    })(),
  )
  const init = { method: 'POST', headers: { 'Content-Type': 'image/png' }, body: piece < length ? stream : bytes }
  const reply = await fetch(`http://127.0.0.1:${port}/api/v1/check`, { ...init, duplex: 'half' } as RequestInit)
  await reply.arrayBuffer()
  return reply.status
}

for (const proxy of proxies) {
  t.test(`${proxy.command} as it is shipped: long bodies, figures, requests of two meanings`, async (t) => {
    const tools = absent([proxy.command, proxy.from])
    if (tools.length > 0) return void t.fail(`not installed: ${tools}`)
    const { port, log } = await served(t, proxy, { folder, settings: { QZ_RATE_PER_MINUTE: '0' } })
    t.same(await labelsOf(port, 1 << 20), [200, '500/500'])
    t.match(await labelsOf(port, (1 << 20) + 1), [413], 'the service says what it accepts')
    t.equal(await checkOf(port, 8 << 20), 200, 'the largest picture')
    t.equal(await checkOf(port, 8 << 20, 100_000), 200, 'in chunks')
    t.equal(await checkOf(port, (8 << 20) + 1), 413)
    for (const path of ['/metrics', '/metrics?x']) t.equal(await statusOf(port, path), 404, path)
    for (const request of ambiguous(port)) t.match(await answer(port, request), /^HTTP\/1\.[01] (200|4\d\d|501) /)

    const logged = await log()
    t.match(logged, '"route":"/api/v1/labels","status":413')
    t.notMatch(logged, '"route":"/api/v1/gs1"', 'the service never sees the second request')
    t.notMatch(logged, '"route":"/metrics"')
  })
}

/** What programs ask of the services, and where quietzone has it. */
const oldAddresses = [
  ['bwipjs-api.metafloor.com', '/?bcid=code128&text=1234567890', '/compat/bwip-js'],
  ['barcodeapi.org', '/api/128/abc%2F1%20%25', '/compat/barcodeapi/api/'],
  ['WWW.barcodeapi.org', '/api/qr/https://example.com//a?size=100', '/compat/barcodeapi/api/'],
  ['api.qrserver.com', '/v1/create-qr-code/?size=150x150&data=Hello+World', '/compat/qrserver/v1/create-qr-code'],
  ['chart.googleapis.com', '/chart?cht=qr&chs=150x150&chl=%C3%BC&chld=H|0', '/compat/google/chart'],
  ['chart.apis.google.com', '/chart?cht=qr&chs=150x150&chl=x', '/compat/google/chart'],
  ['barcode.tec-it.com', '/barcode.ashx?data=ABC&code=Code128&translate-esc=on', '/compat/tec-it/barcode.ashx'],
] as const

/** The status and the body of an answer to a host, which fetch would not let be another than that of the address. */
async function underHost(port: number, host: string, path: string): Promise<readonly [status: number, body: Buffer]> {
  const request = get({ host: '127.0.0.1', port, path, headers: { Host: host } })
  const [response] = (await once(request, 'response')) as [IncomingMessage]
  return [response.statusCode!, Buffer.concat(await response.toArray())]
}

for (const proxy of proxies) {
  t.test(`${proxy.command} as it is shipped: the old host names of other services`, async (t) => {
    const tools = absent([proxy.command, proxy.from])
    if (tools.length > 0) return void t.fail(`not installed: ${tools}`)
    const settings = { QZ_RATE_PER_MINUTE: '0', QZ_HOSTS: 'labels.example,127.0.0.1' }
    const { at, port, log } = await served(t, proxy, { folder, settings })
    for (const [host, path, route] of oldAddresses) {
      const [status, picture] = await underHost(port, `${host}:80`, path)
      t.equal(status, 200, `${host}${path}`)
      const [, , start] = route.split('/')
      const direct = await fetch(`http://${at}/compat/${start}${path}`)
      t.ok(picture.equals(Buffer.from(await direct.arrayBuffer())), `${host}: as under its own name`)
    }
    for (const path of ['/', '/api/v1/barcode?type=qr&text=x', '/api/v1/printers', '/metrics', '/readyz']) {
      t.equal((await underHost(port, 'api.qrserver.com', path))[0], 404, `api.qrserver.com${path}`)
    }
    t.equal((await underHost(port, 'other.example', '/api/v1/barcode?type=qr&text=x'))[0], 421, 'no other name')
    t.equal((await underHost(port, 'labels.example', '/api/v1/barcode?type=qr&text=x'))[0], 200)
    const logged = await log()
    for (const [, , route] of oldAddresses) t.match(logged, `"route":"${route}","status":200`)
  })
}

t.test('nginx as it is shipped: a page of fifty pictures, for two readers', async (t) => {
  const tools = absent([nginx.command, nginx.from])
  if (tools.length > 0) return void t.fail(`not installed: ${tools}`)
  // the burst that docs/deploy.md advises, and the usual tokens a minute
  const { at, port, log } = await served(t, nginx, { folder, settings: { QZ_RATE_BURST: '200' } })
  const page = Array.from({ length: 50 }, (_, i) => `/api/v1/barcode?type=qr&text=item-${i}&scale=2`)
  const read = async (): Promise<readonly Buffer[]> =>
    Promise.all(
      page.map(async (path) => {
        const reply = await fetch(`http://127.0.0.1:${port}${path}`)
        const bytes = Buffer.from(await reply.arrayBuffer())
        t.same([reply.status, reply.headers.get('RateLimit')], [200, null], path)
        return bytes
      }),
    )
  const first = await read()
  t.same(await read(), first)
  const current = await fetch(`http://127.0.0.1:${port}${page[0]}`, {
    headers: { 'If-None-Match': (await fetch(`http://${at}${page[0]}`)).headers.get('ETag')! },
  })
  t.equal(current.status, 304)
  const wrong = async (): Promise<number> => (await fetch(`http://127.0.0.1:${port}/api/v1/label?type=qr`)).status
  t.same([await wrong(), await wrong()], [400, 400])

  const asked = (await log()).split('\n').filter((line) => line.includes('"method"'))
  // each picture once, one of them by this test without nginx again, and each error
  t.equal(asked.filter((line) => /"route":"\/api\/v1\/barcode".*"status":200/.test(line)).length, 51)
  t.equal(asked.filter((line) => /"status":400/.test(line)).length, 2, 'errors are not kept')
})

/** An instance that takes each request for so many milliseconds, and then closes the connection without an answer. */
async function dying(t: Test, hold: () => number): Promise<{ readonly host: string; readonly asked: string[] }> {
  const asked: string[] = []
  const server = createServer((request, response) => {
    if (request.url === '/readyz') return void response.end()
    asked.push(`${request.method} ${request.url}`)
    request.resume()
    setTimeout(() => response.destroy(), hold())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.teardown(() => server.close())
  return { host: `127.0.0.1:${(server.address() as { port: number }).port}`, asked }
}

/** The same proxy with less time for other instances, so that a test need not wait for it. */
const hasty: ShippedProxy = {
  ...nginx,
  adapted: (shipped, place) =>
    nginx.adapted(
      shipped
        .replace('proxy_next_upstream_timeout 3s', 'proxy_next_upstream_timeout 200ms')
        // it would leave out instances that died in the request before
        .replaceAll('fail_timeout=1s', 'max_fails=0'),
      place,
    ),
}

for (const proxy of [hasty, haproxy]) {
  t.test(`${proxy.command}: a request that has taken long is sent to one instance alone`, async (t) => {
    const tools = absent([proxy.command, proxy.from])
    if (tools.length > 0) return void t.fail(`not installed: ${tools}`)
    let hold = 0
    const instances = await Promise.all(Array.from({ length: 4 }, () => dying(t, () => hold)))
    const { child, port } = await running(
      proxy,
      folder,
      instances.map(({ host }) => host),
    )
    t.teardown(() => child.kill('SIGKILL'))
    const asked = async ([method, path]: readonly [string, string]): Promise<number> => {
      for (const instance of instances) instance.asked.length = 0
      const body = method === 'GET' ? undefined : 'text\nA\n'
      const headers = method === 'GET' ? {} : { 'Content-Type': 'text/csv', 'Quietzone-Print': 'yes' }
      const init = { method, headers, ...(body && { body }) }
      // on a connection that served before, HAProxy closes that to the client
      const status = await fetch(`http://127.0.0.1:${port}${path}`, init).then(
        (reply) => reply.status,
        () => undefined,
      )
      t.ok(status === 502 || (status === undefined && proxy === haproxy), `${method} ${path}: ${status}`)
      return instances.reduce((sum, each) => sum + each.asked.length, 0)
    }
    const print = ['POST', '/api/v1/print?printer=a'] as const
    const drawings = [
      ['GET', '/api/v1/explain?type=qr&text=x'],
      ['GET', '/api/v1/label?type=qr&text=x'],
      ['POST', '/api/v1/labels?type=qr'],
    ] as const
    // at once: nginx cannot tell it from a connection that was closed before
    for (const drawing of drawings) t.equal(await asked(drawing), proxy === haproxy ? 1 : 3, `${drawing}`)
    t.equal(await asked(print), 1)
    hold = 400
    for (const each of [...drawings, print]) t.equal(await asked(each), 1, `${each}`)
  })
}

/** A script that returns all addresses of a page that are links, assets or targets of forms, as the browser resolves them. */
const addresses = `[...new Set([...document.querySelectorAll('[href], [src], form, [formaction], [data-checker]')].flatMap((element) =>
  [element.href, element.src, element.action, element.getAttribute('formaction') && element.formAction,
    element.dataset.checker && new URL(element.dataset.checker, document.baseURI).href]
).filter((address) => typeof address === 'string' && !address.startsWith('blob:')))]`

for (const proxy of proxies) {
  for (const path of ['/barcodes/', '/a/b/']) {
    t.test(`${proxy.command}: all pages below ${path}`, { skip: browserAbsent }, async (t) => {
      const tools = absent([proxy.command, proxy.from])
      if (tools.length > 0) return void t.fail(`not installed: ${tools}`)
      const { port } = await served(t, below(proxy, path), { folder, settings: { QZ_RATE_PER_MINUTE: '0' } })
      const base = `http://127.0.0.1:${port}${path}`
      const page = await opened()
      const faults: string[] = []
      page.on('console', (message) => void (message.type() === 'error' && faults.push(message.text())))
      page.on('pageerror', (error) => faults.push(`${error}`))
      page.on('request', (request) => {
        if (!/^(data|blob):/.test(request.url()) && !request.url().startsWith(base)) faults.push(request.url())
      })
      const text = (id: string): Promise<string> => page.locator(id).inputValue()
      const found = new Set<string>()
      const shown = {
        '': '#stage[data-state=shown]',
        explain: '.step',
        check: '#invitation',
        'docs/index': 'article',
        docs: '#errors',
      }
      for (const [name, whole] of Object.entries(shown)) {
        await page.goto(`${base}${name}?lang=de#type=qr&text=QZ%201`)
        await page.locator(whole).first().waitFor()
        for (const address of await page.evaluate<string[]>(addresses)) found.add(address.replace(/#.*/, ''))
        if (name === '') for (const id of ['#url-link', '#page-link']) found.add((await text(id)).replace(/#.*/, ''))
        if (name === '') for (const id of ['#img-link', '#curl-link']) t.match(await text(id), `"${base}api/v1/label?`)
      }
      t.ok(found.size > 100, `${found.size} addresses`)
      for (const address of found) {
        t.ok(address.startsWith(base), address)
        const reply = await fetch(address)
        if (reply.status === 200 || address === `${base}metrics`) continue
        // forms without their values, examples of refusals, and printers that there are not: all by the service
        const { error } = (await reply.json()) as { error: { code: string } }
        t.not(error.code, 'not_found', address)
        t.ok(reply.status < 500, address)
      }

      for (const name of ['explain', 'check', 'docs', './']) {
        await page.locator(`nav a[href^="${name}"]`).first().click()
        await page.waitForURL((url) => url.href.split('?')[0] === new URL(name, base).href)
      }
      await page.locator('.languages a[lang=es]').click()
      await page.locator('html[lang=es]').waitFor()
      t.equal(new URL(page.url()).pathname, path)
      t.same(faults, [], 'no error, and no request to what is not below the path')

      const unscripted = await page.context().browser()!.newContext({ javaScriptEnabled: false })
      const plain = await unscripted.newPage()
      await plain.goto(`${base}explain`)
      await plain.locator('#form noscript button, #form button[type=submit]').first().click()
      await plain.waitForURL((url) => url.href.startsWith(`${base}api/v1/explain?`))
      await unscripted.close()

      for (const [from, to] of [
        [path.slice(0, -1), path],
        [`${path}docs/`, `${path}docs`],
        [`${path}explain/?lang=de&a=%20`, `${path}explain?lang=de&a=%20`],
        [`${path}check/`, `${path}check`],
      ] as const) {
        const reply = await fetch(`http://127.0.0.1:${port}${from}`, { redirect: 'manual' })
        const location = new URL(reply.headers.get('location') ?? '/none', reply.url)
        t.same(
          [reply.status, location.pathname + location.search],
          [from.endsWith('b') || from.endsWith('barcodes') ? 301 : 308, to],
        )
        t.equal((await fetch(reply.url)).status, 200)
      }
      t.equal(await statusOf(port, `${path}metrics`), 404)
    })
  }

  t.test(`${proxy.command}: the element below a path`, { skip: browserAbsent }, async (t) => {
    const tools = absent([proxy.command, proxy.from])
    if (tools.length > 0) return void t.fail(`not installed: ${tools}`)
    const script = '<script type="module" src="build/src/lib/element/index.js"></script>'
    const pages = await strictPages({
      '/readyz': '',
      '/element.html': `<!doctype html>${script}<quiet-zone type="qr" text="QZ-0001"></quiet-zone>`,
    })
    t.teardown(() => pages.close())
    const { child, port } = await running(below(proxy, '/a/b/'), folder, [new URL(pages.origin).host])
    t.teardown(() => child.kill('SIGKILL'))
    const page = await opened()
    const outside: string[] = []
    page.on('request', (request) => void (request.url().includes('/a/b/') || outside.push(request.url())))
    await page.goto(`http://127.0.0.1:${port}/a/b/element.html`)
    await page.locator('quiet-zone svg').waitFor()
    t.same(
      outside.filter((url) => !url.endsWith('/favicon.ico')),
      [],
    )
    await page.close()
  })
}
