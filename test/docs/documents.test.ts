import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { parseAllDocuments } from 'yaml'
import { stockGroups, stockNames } from '../../src/layout/stock.ts'
import { parameters } from '../../src/request/params.ts'
import { root } from '../../src/root.ts'
import { inLongRun } from '../random.ts'
import { anchorsOf, linksOf, manual, pages } from './pages.ts'

/** What is done with a block of each language; docs/README.md says the same. */
const languages = {
  run: ['sh', 'js', 'html', 'python'],
  read: ['json', 'yaml'],
  /** Not a command, or one of a program that is not here. */
  shown: ['text', 'ini', 'nginx', 'php', 'powershell'],
  elsewhere: ['console'],
}

/** What a test does not have, of which each block of console needs something. */
const elsewhere = [
  /\bnp[mx] /,
  /\bdocker\b/,
  /\bkubectl\b/,
  /\bsystemctl\b/,
  /\bapt(-get)?\b/,
  /\bgit (tag|push)\b/,
  /\blp(admin|rint)\b/,
  /\baws\b/,
  /\bquietzone serve\b/,
  /\bnc -l\b/,
  // addresses for documentation, where nothing is (RFC 5737)
  /\b192\.0\.2\.\d/,
  /\bdeploy\/until-done\b/,
  /\/(etc|opt|usr)\//,
  // scans of what was printed, and files of a program with windows
  /\bscan\.png\b/,
  /\.glabels\b/,
]

t.test('blocks: what is run, read or shown is marked, and what is not run could not be', inLongRun, async (t) => {
  const known = Object.values(languages).flat()
  for (const { path, text, blocks } of manual) {
    for (const { language, code, line } of blocks) {
      const place = `${path}:${line}`
      t.ok(known.includes(language), `${place}: ${language}`)
      if (language === 'console')
        t.ok(
          elsewhere.some((what) => what.test(code)),
          `${place}: could be sh`,
        )
      if (language === 'json') t.doesNotThrow(() => JSON.parse(code), place)
      if (language !== 'yaml') continue
      const errors = parseAllDocuments(code).flatMap((document) => document.errors)
      t.same(errors, [], place)
    }
    const prose = text.replace(/^```[\s\S]*?^```$/gm, '')
    t.notMatch(prose, /^```/m, `${path}: a block is not closed`)
    t.notMatch(prose, /^(?: {4}|\t)\S/m, `${path}: a block without a language`)
  }
  const table = manual.find(({ path }) => path === 'docs/README.md')!.text
  for (const language of known) t.match(table, `\`${language}\``, 'docs/README.md says what becomes of it')
})

t.test('links lead to files of the project, and anchors to headings', async (t) => {
  const anchors = new Map(pages.map((page) => [page.path, anchorsOf(page)]))
  let count = 0
  for (const page of pages) {
    for (const { file, anchor } of linksOf(page)) {
      count++
      t.ok(existsSync(join(root, file)), `${page.path}: ${file}`)
      if (anchor !== '') t.ok(anchors.get(file)?.has(anchor), `${page.path}: ${file}#${anchor}`)
    }
  }
  t.ok(count > 100)
})

t.test('files of the source that documents name are there', async (t) => {
  let count = 0
  for (const { path, text } of pages.filter((page) => page.path !== 'CHANGELOG.md')) {
    for (const [, file] of text.matchAll(/`((?:src|symbologies|fonts|bench|test|deploy|bin)\/[\w./-]+\.\w+)`/g)) {
      count++
      t.ok(existsSync(join(root, file!)), `${path}: ${file}`)
    }
  }
  t.ok(count > 40)
})

t.test('every page of docs/ is in its table of contents', async (t) => {
  const contents = manual.find(({ path }) => path === 'docs/README.md')!
  const linked = new Set(linksOf(contents).map(({ file }) => file))
  const missing = manual.filter(({ path }) => /^docs\/(?!README)/.test(path) && !linked.has(path))
  t.same(
    missing.map(({ path }) => path),
    [],
  )
})

t.test('settings, parameters, codes of errors and paths: each is in docs/', async (t) => {
  const all = manual.map(({ text }) => text).join('\n')
  const said = (name: string): boolean => all.includes(`\`${name}\``)
  const configs = ['src/server/config.ts', 'src/draw/settings.ts'].map((file) => readFileSync(join(root, file), 'utf8'))
  const settings = [...configs.join('').matchAll(/\bsettings\.get\('([A-Z_]+)'/g)].map(([, name]) => name!)
  const names = Object.values(parameters).flatMap((table) => Object.keys(table))
  const description = JSON.parse(readFileSync(join(root, 'src/server/api/openapi.json'), 'utf8'))
  const codes: readonly string[] = description.components.schemas.ErrorCode.enum
  t.ok(settings.length >= 10 && names.length > 50 && codes.length > 20)
  for (const name of new Set([...settings, ...names, ...codes])) t.ok(said(name), name)
  const paths = Object.keys(description.paths).filter((path) => !all.includes(path))
  t.same(paths, [])
})

t.test('labels: all stock sizes, by unit', async (t) => {
  const { text } = manual.find(({ path }) => path === 'docs/labels-and-captions.md')!
  for (const [unit, names] of Object.entries(stockGroups)) {
    const [, listed] = new RegExp(`^Stock in ${unit.toLowerCase()}: (.*)\\.$`, 'm').exec(text)!
    t.same(listed!.split(', '), names)
  }
  const [, count] = /(\d+) stock sizes/.exec(manual[0]!.text)!
  t.equal(Number(count), stockNames.length, 'their number in README.md')
})

t.test('README: of a length that is read, with the two commands', async (t) => {
  const { text } = manual[0]!
  const lines = text.trimEnd().split('\n').length
  t.ok(lines >= 90 && lines <= 140, `${lines} lines`)
  for (const command of ['npm ci && npm start', 'npm ci && npm test']) t.match(text, command)
})

t.test('one version: package, lockfile, change log, documents and what deploy/ has', async (t) => {
  const read = (path: string): string => readFileSync(join(root, path), 'utf8')
  const { version } = JSON.parse(read('package.json')) as { readonly version: string }
  const lock = JSON.parse(read('package-lock.json')) as {
    readonly version: string
    readonly packages: Readonly<Record<string, { readonly version: string }>>
  }
  t.same([lock.version, lock.packages['']!.version], [version, version])
  const [, first] = /^## \[?(\d[^\]\s]*)/m.exec(read('CHANGELOG.md'))!
  t.equal(first, version, 'CHANGELOG.md')
  const named = [
    ...pages.flatMap(({ text }) => [...text.matchAll(/quietzone-(\d+\.\d+\.\d+)/g)]),
    ...read('deploy/compose.yaml').matchAll(/image: quietzone:(\S+)/g),
    ...read('deploy/kubernetes/kustomization.yaml').matchAll(/newTag: (\S+)/g),
  ].map(([, found]) => found)
  t.ok(named.length > 5)
  // the next version, in the example of how to release it
  const others = named.filter((found) => found !== version)
  t.same(others, ['1.2.0'])
})
