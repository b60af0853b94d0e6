import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { printersIn } from '../../src/printers/index.ts'
import { type LanguageTraits, languageTraits, printerLanguages } from '../../src/render/language.ts'
import { root } from '../../src/root.ts'
import { headersOfType } from '../../src/server/http/response-headers.ts'

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
  t.end()
})

t.test('the unit of several instances: that of one, at the port of its name', (t) => {
  const commands = (unit: string): string[] => unit.split('\n').filter((line) => line.startsWith('ExecStart='))
  const [one] = commands(deployed('quietzone.service'))
  t.same(commands(deployed('quietzone@.service.d/instance.conf')), ['ExecStart=', `${one} --port %i`])
  t.end()
})

t.test('the proxies: four instances, of which one prints', (t) => {
  const ports = ['8081', '8082', '8083', '8084', '8081']
  for (const [file, server] of [
    ['haproxy.cfg', /^ {2}server (\d+) 127\.0\.0\.1:\1$/gm],
    ['nginx.conf', /^ {2}server 127\.0\.0\.1:(\d+)\b/gm],
  ] as const) {
    t.same(
      [...deployed(file).matchAll(server)].map(([, port]) => port),
      ports,
      file,
    )
  }
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
  t.same(others, ['image/png', 'text/event-stream', 'application/pdf', 'application/zpl', 'application/octet-stream'])
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
