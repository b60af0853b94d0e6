import t from 'tap'
import { ask, errorIn, served } from '../http/wire.ts'

const service = await served({ rate: { perMinute: 60, burst: 20 } })
t.teardown(() => service.close())

const text = (body: Buffer): string => body.toString('utf8')

/** The paths that a page loads, and those that its scripts import. */
async function loadedBy(path: string): Promise<Set<string>> {
  const found = new Set<string>()
  const look = async (at: string): Promise<void> => {
    if (found.has(at)) return
    found.add(at)
    const { body } = await ask(service.port, `GET ${at}`)
    const names = text(body).matchAll(
      /(?:src|href)="(\/assets\/[^"]+)"|(?:from |import |import\(|new URL\()'(\.[^']+\.js)'/g,
    )
    for (const [, whole, module] of names) await look(whole ?? new URL(module!, `http://localhost${at}`).pathname)
  }
  await look(path)
  return found
}

t.test(
  'each page and all that it loads is served, with its type and policy, and costs nothing of the limit',
  async (t) => {
    const types: Record<string, string> = {
      html: 'text/html; charset=utf-8',
      css: 'text/css; charset=utf-8',
      js: 'text/javascript; charset=utf-8',
      svg: 'image/svg+xml',
    }
    for (const [page, least] of [
      ['/', 40],
      ['/docs', 5],
      ['/explain', 8],
      ['/check', 100],
    ] as const) {
      const paths = await loadedBy(page)
      t.ok(paths.size > least, `${page}: ${[...paths]}`)
      for (const path of paths) {
        const reply = await ask(service.port, `GET ${path}`)
        t.equal(reply.status, 200, path)
        t.equal(reply.headers.get('content-type'), types[/\.(\w+)$/.exec(path)?.[1] ?? 'html'], path)
        t.match(reply.headers.get('cache-control'), /^public, max-age=\d+$/)
        t.notOk(reply.headers.has('ratelimit'), path)
        const again = await ask(service.port, `GET ${path}`, [`If-None-Match: ${reply.headers.get('etag')}`])
        t.equal(again.status, 304, path)
        // caches put the headers of a 304 in place of those they have (RFC 9111, 3.2)
        const policy = 'content-security-policy'
        t.equal(again.headers.get(policy), reply.headers.get(policy), `${path}: the policy stays`)
        const head = await ask(service.port, `HEAD ${path}`)
        t.equal(head.headers.get('content-length'), String(reply.body.length), path)
        t.equal((await ask(service.port, `OPTIONS ${path}`)).status, 204, path)
        t.equal(errorIn(await ask(service.port, `POST ${path}`)).code, 'method_not_allowed', path)
      }
    }
    t.equal((await ask(service.port, 'GET /api/v1/barcode')).headers.get('ratelimit'), '"ip";r=19;t=1')
  },
)

t.test('a page runs nothing but its own files', async (t) => {
  for (const path of ['/', '/explain', '/check', '/docs']) {
    const { headers, body } = await ask(service.port, `GET ${path}`)
    const policy = (headers.get('content-security-policy') ?? '').split('; ')
    t.ok(policy.includes("default-src 'none'") && policy.includes("script-src 'self'"))
    t.ok(policy.includes("style-src 'self'") && policy.includes("frame-ancestors 'none'"))
    t.notMatch(policy.join(), /unsafe|https?:|\*/)
    t.notMatch(text(body), /<script(?! type="module" src=)|<style|\sstyle=|\son\w+=|https?:|\/\/\w/, path)
    t.match(text(body), new RegExp(`<a href="${path}" aria-current="page">`))
    t.equal(
      text(body).match(/<a href="\/(docs|explain|check)?"( aria-current="page")?>/g)?.length,
      4,
      'every page leads to every other',
    )
  }
})

t.test('a script that runs as a worker may import, and talk to nobody', async (t) => {
  for (const name of ['src/pages/browser/checker.js', 'src/check/index.js', 'symbologies/index.js']) {
    const { headers } = await ask(service.port, `GET /assets/${name}`)
    const policy = (headers.get('content-security-policy') ?? '').split('; ')
    t.same(policy.slice(0, 2), ["default-src 'none'", "script-src 'self'"])
    t.notMatch(policy.join(), /connect-src|sandbox|unsafe|https?:|\*/)
  }
})

t.test('nothing else in the folders is served', async (t) => {
  const paths = ['label.html', 'pages.ts', 'label.ts', 'tsconfig.json', '', '.', '..', '../pages.ts', '%2e%2e/pages.js']
  const modules = ['src/main.js', 'src/pages/pages.js', 'src/pages/browser/', 'src/pages/browser/label.ts', 'label.js']
  const wrong = ['/docs/', '/index.html', '/label.html', '/assets', '/src/main.js', '/package.json']
  wrong.push(...[...paths, ...modules, 'src/pages/browser/../../main.js'].map((path) => `/assets/${path}`))
  for (const path of wrong) t.equal(errorIn(await ask(service.port, `GET ${path}`)).code, 'not_found', path)
})
