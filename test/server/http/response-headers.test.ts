import t from 'tap'
import { ask, errorIn, served } from './wire.ts'

const barcode = '/api/v1/barcode?type=qr&text=a'

t.test('a body that the client already has is not sent again', async (t) => {
  const service = await served()
  const whole = await ask(service.port, `GET ${barcode}`)
  const etag = whole.headers.get('etag')!
  t.match(etag, /^"[\w-]{43}"$/)
  t.equal((await ask(service.port, `GET ${barcode}&another=1`)).headers.get('etag'), etag, 'the same bytes')
  t.not((await ask(service.port, `GET ${barcode}&scale=4`)).headers.get('etag'), etag)
  const current = [etag, `W/${etag}`, `"x", ${etag}`, `"x",W/"y" ,${etag},"z"`, '*', ' * ']
  for (const header of current) {
    for (const method of ['GET', 'HEAD']) {
      const reply = await ask(service.port, `${method} ${barcode}`, [`If-None-Match: ${header}`])
      t.equal(reply.status, 304, `${method} ${header}`)
      t.equal(reply.body.length, 0)
      t.equal(reply.headers.get('etag'), etag)
      t.equal(reply.headers.get('cache-control'), 'public, max-age=86400')
      t.notOk(reply.headers.has('content-length'))
    }
  }
  const two = await ask(service.port, `GET ${barcode}`, ['If-None-Match: "x"', `If-None-Match: ${etag}`])
  t.equal(two.status, 304, 'in two headers')
  for (const header of [
    '"x"',
    etag.slice(1, -1),
    '',
    '"*"',
    `"x${etag.slice(1)}`,
    etag.slice(0, -1),
    etag.toUpperCase(),
  ]) {
    const reply = await ask(service.port, `GET ${barcode}`, [`If-None-Match: ${header}`])
    t.equal(reply.status, 200, header)
    t.same(reply.body, whole.body)
  }
  for (const [given, status] of [
    [`"a,b", W/${etag} ,"c"`, 304],
    [`x${etag}`, 200],
    [`${etag}x`, 200],
    [etag.slice(1, -1), 200],
  ] as const)
    t.equal((await ask(service.port, `GET ${barcode}`, [`If-None-Match: ${given}`])).status, status, given)
  const wrong = await ask(service.port, 'GET /api/v1/barcode?type=x', ['If-None-Match: *'])
  t.equal(wrong.status, 400, 'an error is no image')
  await service.close()
})

t.test('HEAD is GET without the body, wherever it ends', async (t) => {
  const service = await served()
  const targets = [
    barcode,
    '/api/v1/label?text=a&type=qr',
    '/api/v1/label',
    '/x',
    '/healthz',
    '/api/v1/openapi.json',
    '//',
  ]
  for (const target of targets) {
    const [get, head] = [await ask(service.port, `GET ${target}`), await ask(service.port, `HEAD ${target}`)]
    const headers = (reply: typeof get) => [...reply.headers].filter(([name]) => name !== 'date')
    t.equal(head.status, get.status)
    t.same(headers(head), headers(get))
    t.equal(head.headers.get('content-length'), String(get.body.length))
    t.equal(head.body.length, 0)
  }
  await service.close()
})

t.test('other methods, and CORS for pages of other origins', async (t) => {
  const service = await served({ rate: { perMinute: 60, burst: 20 }, clock: () => 0 })
  for (const path of [
    '/api/v1/barcode',
    '/api/v1/label',
    '/api/v1/openapi.json',
    '/api/generate-barcode',
    '/healthz',
    '/readyz',
  ]) {
    const leave = await ask(service.port, `OPTIONS ${path}`, [
      'Origin: https://x',
      'Access-Control-Request-Method: GET',
    ])
    t.equal(leave.status, 204)
    t.equal(leave.headers.get('access-control-allow-methods'), 'GET, HEAD, OPTIONS')
    t.notOk(leave.headers.has('content-length'))
    const body = await ask(service.port, `OPTIONS ${path}`, ['Content-Length: 3'])
    t.match(errorIn(body), { code: 'bad_request', message: /body is not accepted/ })
    t.equal(leave.headers.has('deprecation'), path === '/api/generate-barcode')
    for (const method of ['POST', 'PUT', 'DELETE', 'PATCH', 'PROPFIND']) {
      if (path.startsWith('/api') && method > 'PO') continue
      const reply = await ask(service.port, `${method} ${path}`)
      t.equal(reply.status, 405, `${method} ${path}`)
      t.equal(reply.headers.get('allow'), 'GET, HEAD, OPTIONS')
      t.equal(errorIn(reply).code, 'method_not_allowed')
      t.equal(reply.headers.has('deprecation'), path === '/api/generate-barcode')
      t.equal(
        reply.headers.get('link') ?? '',
        path === '/api/generate-barcode' ? '</api/v1/label>; rel="successor-version"' : '',
      )
    }
  }
  t.equal((await ask(service.port, 'OPTIONS /x')).status, 404)
  await service.close()
})
