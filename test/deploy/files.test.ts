import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import t from 'tap'
import { jsonAnswer } from '../../src/answer.ts'
import { printersIn, printersOf } from '../../src/printing/index.ts'
import { type LanguageTraits, languageTraits, printerLanguages } from '../../src/render/language.ts'
import { root } from '../../src/root.ts'
import { longestReceiving } from '../../src/server/http/body.ts'
import { headersOfType } from '../../src/server/http/response-headers.ts'
import { routesOf } from '../../src/server/routes.ts'
import { exampleCounters } from '../printing/counters/example-counters.ts'
import { storeInMemory } from '../printing/store/example-store.ts'
import { inLongRun } from '../random.ts'
import { ask, drawnBy, printingOf, served } from '../server/http/wire.ts'

/** What writes the lines of the proxies' files for paths that need state. */
const { gatewayText, statePaths, written } = (await import(
  pathToFileURL(join(root, 'deploy/state-paths.mjs')).href
)) as {
  readonly gatewayText: string
  readonly statePaths: { readonly withBody: readonly string[]; readonly withCounter: readonly string[] }
  readonly written: (file: string, text: string) => string
}

const deployed = (name: string): string => readFileSync(join(root, 'deploy', name), 'utf8')

t.test('the image: node 24, every stage of it pinned by digest', (t) => {
  const dockerfile = deployed('Dockerfile')
  const images = [...dockerfile.matchAll(/^FROM \$\{(\S+)\}/gm)].map(([, name]) => name)
  t.same(images, ['NODE_IMAGE', 'NODE_IMAGE'])
  t.match(dockerfile, /^ARG NODE_IMAGE=node:24-bookworm-slim@sha256:[0-9a-f]{64}$/m)
  t.end()
})

t.test('packages: exact versions, and none that runs a script when it is installed', (t) => {
  for (const folder of ['.', 'test/package']) {
    const { packages } = JSON.parse(readFileSync(join(root, folder, 'package-lock.json'), 'utf8')) as {
      readonly packages: Readonly<Record<string, { readonly hasInstallScript?: boolean }>>
    }
    t.ok(Object.keys(packages).length > 1, folder)
    t.same(
      Object.keys(packages).filter((path) => packages[path]!.hasInstallScript),
      [],
      folder,
    )
  }
  const { dependencies, devDependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as Record<
    string,
    Readonly<Record<string, string>>
  >
  const versions = Object.entries({ ...dependencies, ...devDependencies })
  t.same(
    versions.filter(([, version]) => !/^\d+\.\d+\.\d+$/.test(version)),
    [],
  )
  t.end()
})

t.test('the unit: systemd starts the service again however often it failed', (t) => {
  const sections = new Map(
    deployed('quietzone.service')
      .split(/^\[(?=\w+\]$)/m)
      .slice(1)
      .map((section) => [section.slice(0, section.indexOf(']')), section]),
  )
  t.match(sections.get('Unit'), /^StartLimitIntervalSec=0$/m)
  t.match(sections.get('Service'), /^Restart=on-failure$/m)
  t.match(sections.get('Service'), /^RestartSec=[1-5]$/m)
  t.match(sections.get('Service'), /^ExecReload=\/bin\/kill -HUP \$MAINPID$/m, 'and reads files again')
  t.end()
})

t.test('the unit of several instances: that of one, at the port of its name', (t) => {
  const commands = (unit: string): string[] => unit.split('\n').filter((line) => line.startsWith('ExecStart='))
  const [one] = commands(deployed('quietzone.service'))
  t.same(commands(deployed('quietzone@.service.d/instance.conf')), ['ExecStart=', `${one} --port %i`])
  t.end()
})

t.test('the proxies: four instances, of which one prints, and draws what has counters while it is there', (t) => {
  const all = ['8081', '8082', '8083', '8084']
  const drawing = ['8081', '8082 backup', '8083 backup', '8084 backup']
  for (const [file, server, servers] of [
    ['haproxy.cfg', /^ {2}server (\d+) 127\.0\.0\.1:\1( backup)?$/gm, [...all, '8081', ...drawing]],
    ['nginx.conf', /^ {2}server 127\.0\.0\.1:(\d+)(?: fail_timeout=1s)?( backup)?;/gm, [...all, '8081', ...drawing]],
  ] as const) {
    const found = [...deployed(file).matchAll(server)].map(([, port, backup = '']) => `${port}${backup}`)
    t.same(found, servers, file)
  }
  t.end()
})

const routes = routesOf(drawnBy(1), printingOf(), { isReady: () => true, metrics: () => jsonAnswer({}) })
const bodies = routes.flatMap(({ path, body }) => (body === undefined ? [] : [{ path, limit: body.limit }]))
const longestBody = Math.max(...bodies.map(({ limit }) => limit))

/** The places of nginx.conf, in the order in which nginx looks: equal paths, expressions, the beginning of all. */
function placesOfNginx(): readonly { readonly takes: (path: string) => boolean; readonly text: string }[] {
  const places = [...deployed('nginx.conf').matchAll(/^ {2}location (?:([=~]) )?(\S+) \{\n([^}]*)\}/gm)].map(
    ([, kind = '', pattern = '', text = '']) => {
      const takes = (path: string): boolean =>
        kind === '=' ? path === pattern : kind === '~' ? new RegExp(pattern).test(path) : path.startsWith(pattern)
      return { order: ['=', '~', ''].indexOf(kind), takes, text }
    },
  )
  return places.toSorted((one, other) => one.order - other.order)
}

const size = (text: string | undefined): number => Number(/^(\d+)m$/.exec(text ?? '')?.[1]) * 1024 * 1024
const seconds = (text: string | undefined): number => Number(/^(\d+)s$/.exec(text ?? '')?.[1])

t.test('the proxies: bodies of every path pass, and little more', inLongRun, (t) => {
  const site = deployed('nginx.conf')
  const usual = size(/^ {2}client_max_body_size (\w+);$/m.exec(site)?.[1])
  const places = placesOfNginx()
  t.ok(bodies.length > 5)
  for (const { path, limit } of bodies) {
    const named = path.replace('{id}', '1')
    const place = places.find(({ takes }) => takes(named))!
    const own = size(/client_max_body_size (\w+);/.exec(place.text)?.[1])
    const most = own > 0 ? own : usual
    t.ok(most > limit, `${path}: the service says what it accepts`)
    t.ok(most <= Math.max(2 << 20, limit + (1 << 20)), `${path}: ${most}`)
    const buffer = size(/^ {2}client_body_buffer_size (\w+);$/m.exec(site)?.[1])
    t.ok(limit <= buffer || place.text.includes('proxy_request_buffering off;'), `${path}: in memory, or as it comes`)
  }
  // HAProxy passes bodies of any length on, as they come; compose.yaml uses its file
  t.notMatch(deployed('haproxy.cfg'), /body_size|content-length|http-buffer-request/)
  t.match(deployed('compose.yaml'), './haproxy.cfg:/usr/local/etc/haproxy/haproxy.cfg')
  for (const document of ['deploy.md', 'several-instances.md'])
    t.match(readFileSync(join(root, 'docs', document), 'utf8'), `a body of ${longestBody / (1 << 20)} MiB`, document)
  t.end()
})

t.test('the proxies: a body has the time that the service gives it', (t) => {
  const patience = 30
  const slowest = longestReceiving(longestBody, patience * 1000) / 1000
  const [site, frontend] = [deployed('nginx.conf'), deployed('haproxy.cfg')]
  t.ok(seconds(/client_body_timeout (\w+);/.exec(site)?.[1]) >= patience, 'of silence')
  t.ok(seconds(/timeout client (\w+)$/m.exec(frontend)?.[1]) >= patience, 'of silence')
  t.ok(seconds(/proxy_read_timeout (\w+);/.exec(site)?.[1]) >= slowest)
  t.ok(seconds(/timeout server (\w+)$/m.exec(frontend)?.[1]) >= slowest)
  for (const document of ['deploy.md', 'several-instances.md'])
    t.match(readFileSync(join(root, 'docs', document), 'utf8'), /give a body 300 seconds/, document)
  t.ok(slowest < 300)
  t.end()
})

t.test('the proxies: whatever needs printers or state goes to the instance that has them', inLongRun, (t) => {
  for (const file of ['nginx.conf', 'haproxy.cfg'] as const)
    t.equal(written(file, deployed(file)), deployed(file), `node deploy/state-paths.mjs writes ${file}`)
  t.equal(gatewayText, deployed('gateway.yaml'), 'node deploy/state-paths.mjs writes gateway.yaml')
  const pattern = /use_backend printing if \{ path -m reg (\S+) \}/.exec(deployed('haproxy.cfg'))![1]!
  t.match(deployed('nginx.conf'), `location ~ ${pattern} {\n    proxy_pass http://quietzone_printing;`)
  for (const { path, isPrivate = false, takesBasic = false } of routes) {
    const isOfOne = takesBasic || (isPrivate && path !== '/metrics') || path === '/api/v1/designs/schema.json'
    for (const found of [path.replace('{id}', '1'), path.replace('{id}', 'x'.repeat(40))])
      t.equal(new RegExp(pattern).test(found), isOfOne, found)
  }
  t.end()
})

t.test('the proxies: whatever draws numbers of counters goes where they are', inLongRun, async (t) => {
  const store = storeInMemory()
  const service = await served({ printing: { printers: printersOf([]), counters: exampleCounters(store) } })
  t.teardown(async () => {
    await service.close()
    store.close()
  })
  const text = encodeURIComponent('{serial:pallet}')
  const counting: string[] = []
  for (const { path, body } of routes.filter(({ isDrawing }) => isDrawing)) {
    const reply = await ask(service.port, `GET ${path.replace('{id}', '1')}?type=code128&size=4x6&text=${text}`)
    if (/numbers_not_taken/.test(reply.headers.get('quietzone-warning') ?? '')) counting.push(path)
    if (body?.mediaTypes.includes('text/csv') && path !== '/api/v1/print') t.same(statePaths.withBody, [path])
  }
  t.same(counting.toSorted(), [...statePaths.withCounter].toSorted())
  const source = /pathq -m reg -i (\S+) \}/.exec(deployed('haproxy.cfg'))![1]!
  t.match(deployed('nginx.conf'), `"~*${source}" quietzone_drawing;`)
  const pattern = new RegExp(source, 'i')
  for (const path of counting) {
    for (const query of [
      `text=${text}`,
      'text=(00){sscc:a}',
      'text=%7bSSCC%3Aa}',
      'design=x',
      'a=b&design=x',
      'printer=x',
    ])
      t.match(`${path}?${query}`, pattern)
    for (const query of ['', 'text=serial:a', 'text=a&redesign=x', 'printers=x', 'text=design=x'])
      t.notMatch(`${path}?${query}`, pattern)
  }
  t.end()
})

t.test('nobody is advised to believe whole networks', (t) => {
  const places = ['deploy', 'docs'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && /\.(md|yaml|cfg|conf|service)$/.test(entry.name))
      .map((entry) => join(entry.parentPath, entry.name)),
  )
  let count = 0
  for (const place of places) {
    for (const [, list = ''] of readFileSync(place, 'utf8').matchAll(
      /QZ_TRUSTED_PROXIES[=:] ?([0-9a-f][0-9a-f.:/,]*)/g,
    )) {
      count++
      for (const block of list.split(',')) {
        const [address = '', prefix] = block.split('/')
        const whole = address.includes(':') ? 128 : 32
        t.ok(Number(prefix ?? whole) > whole - 8, `${place}: ${block}`)
      }
    }
  }
  t.ok(count > 5, `${count} examples`)
  t.end()
})

t.test('the unit of several instances: state and settings of each are its own', (t) => {
  const unit = deployed('quietzone@.service.d/instance.conf')
  t.match(unit, /^StateDirectory=\nStateDirectory=quietzone\/%i$/m)
  t.match(unit, /^EnvironmentFile=-\/etc\/quietzone-%i\.conf$/m)
  t.end()
})

t.test('the proxies: the same types are compressed, none of which is compressed already', (t) => {
  const typesIn = (file: string, directive: RegExp): string[] =>
    directive.exec(deployed(file))![1]!.split(' ').toSorted()
  const types = typesIn('haproxy.cfg', /^ {2}compression type (.+)$/m)
  // nginx has HTML among them always
  t.same([...typesIn('nginx.conf', /^ {2}gzip_types (.+);$/m), 'text/html'].toSorted(), types)
  const others = Object.keys(headersOfType.public).filter((type) => !types.includes(type.replace(/;.*/, '')))
  // events would wait in the proxy until there are enough of them
  t.same(others, [
    'image/png',
    'text/event-stream',
    'application/pdf',
    'application/zpl',
    'application/octet-stream',
    'application/ipp',
  ])
  t.end()
})

t.test('printers brand by brand: every language, at resolutions that it has', (t) => {
  const rows = [
    ...deployed('printers.md').matchAll(/^\| ([^|`]+) \| `([a-z]+)`([^|]*)\| ([^|]+) \| ([^|]+) \| ([^|]+) \|$/gm),
  ]
  for (const language of printerLanguages) {
    const own = rows.filter(([, , name]) => name === language)
    t.ok(own.length > 0, language)
    const { dpis }: LanguageTraits = languageTraits[language]
    for (const [, brand, , , , dpi] of own) {
      const named = [...dpi!.matchAll(/\b[1-6][0-9]{2}\b/g)].map(([each]) => each)
      t.same(
        named.filter((each) => !dpis.includes(each)),
        [],
        brand!,
      )
    }
  }
  const tried = [...deployed('printers.md').matchAll(/^\| (?:`[a-z]+`(?:, )?)+ \| [^|]+ \| none \|$/gm)]
  t.equal(tried.length, printerLanguages.length + 1, 'what was tried with each, and that no printer was')
  t.end()
})

t.test('the example of printers, one of each kind', (t) => {
  const printers = printersIn(deployed('printers.json'))
  t.same(
    printers.map(({ address }) => address.kind),
    ['socket', 'socket', 'ipp', 'ipp', 'lp'],
  )
  t.same([...new Set(printers.map(({ language }) => language))].toSorted(), ['pdf', 'png', 'zpl'])
  const described = readFileSync(join(root, 'docs/printing.md'), 'utf8')
  for (const field of Object.keys(printers[0]!)) t.ok(described.includes(`| \`${field}\` |`), field)
  t.end()
})
