import { createHash } from 'node:crypto'
import t from 'tap'
import { coverage } from '../../src/explain/clauses/coverage.ts'
import { wordsOf } from '../../src/pages/document.ts'
import { languageCodes } from '../../src/pages/words/index.ts'
import { inLongRun } from '../random.ts'
import { ask, served } from '../server/http/wire.ts'

const service = await served({ rate: { perMinute: 60, burst: 20 } })
t.teardown(() => service.close())

/** Of the content: in a name before its extension, or of a script, whose files are in a folder of that name. */
const digestForm = /(?:(?<=\/)|-)([0-9a-f]{16})(?:(?=\.\w+$)|\/)/

const isNamedByContent = (path: string): boolean => digestForm.test(path)

const text = (body: Buffer): string => body.toString('utf8')

/** What imports from a file beside. */
const own = /\bimport *\{[^}]*\} *from *"\.\/([\w.]+\.js)"|\bimport\(`\.\/([\w.]+\.js)`\)/g

/** What a file and those that it imports have, by their paths: itself, and then the others in the order of their names. */
async function filesOf(path: string): Promise<ReadonlyMap<string, string>> {
  const found = new Map<string, string>()
  const take = async (file: string): Promise<void> => {
    if (found.has(file)) return
    const content = text((await ask(service.port, `GET ${file}`)).body)
    found.set(file, content)
    if (!file.endsWith('.js')) return
    for (const [, name = '', later = ''] of content.matchAll(own)) await take(file.replace(/[^/]*$/, name || later))
  }
  await take(path)
  const [first, ...others] = [...found]
  return new Map([first!, ...others.sort(([a], [b]) => (a < b ? -1 : 1))])
}

/** The bytes of a script and of those that it imports by name, which come with it; what it imports when it is needed comes later. */
function bytesAtOnce(entry: string, files: ReadonlyMap<string, string>): number {
  const atOnce = [entry]
  for (const file of atOnce) {
    const names = [...files.get(file)!.matchAll(own)].flatMap(([, name]) => name ?? [])
    atOnce.push(...names.map((name) => file.replace(/[^/]*$/, name)).filter((each) => !atOnce.includes(each)))
  }
  return atOnce.reduce((bytes, file) => bytes + Buffer.byteLength(files.get(file)!), 0)
}

/** A page, and the paths of what it loads. */
async function loadedBy(page: string): Promise<ReadonlySet<string>> {
  const { body } = await ask(service.port, `GET ${page}`)
  return new Set([
    page,
    ...text(body)
      .match(/(?<=")(?:\.\.\/)*assets\/[^"]+/g)!
      .map((path) => `/${path.replaceAll('../', '')}`),
  ])
}

const pages = [
  '/',
  '/designs',
  '/jobs',
  '/explain',
  '/check',
  '/zpl',
  '/heal',
  '/setup',
  '/docs',
  '/docs/index',
  '/docs/api/index',
] as const

t.test(
  'a page loads its icon, one style sheet and one script with what that imports, and no more but the checker and what the search reads',
  inLongRun,
  async (t) => {
    for (const page of pages) {
      for (const language of languageCodes) {
        const paths = [...(await loadedBy(`${page}?lang=${language}`))].slice(1)
        const program = page === '/' ? 'label' : page.endsWith('/index') ? 'manual' : page.slice(1)
        const names = ['icon.svg', `${program}.css`, `${program}.${language}.js`]
        // at once with the script, which imports it
        if (page === '/') names.push(`${program}.${language}.shared.js`)
        if (page === '/check') names.push('checker.js')
        if (program === 'manual' || program === 'docs') names.push('search.json')
        t.same(
          paths.map((path) => path.replace(digestForm, '').replace(/^\/assets\//, '')),
          names,
        )
        for (const path of paths.filter((each) => isNamedByContent(each) && !each.endsWith('.shared.js'))) {
          const files = await filesOf(path)
          const digest = createHash('sha256')
            .update([...files.values()].join('\0'))
            .digest('hex')
          t.ok(digest.startsWith(digestForm.exec(path)![1]!), path)
          for (const [file, content] of files) {
            // the text of code that begins with an import, which /docs shows, is no import
            if (file.endsWith('.json')) continue
            const others = content.replace(own, '')
            t.notMatch(others, /(?<!`)\bimport *[({*"']|\bfrom *["']\.|@import/, `${file} loads nothing else`)
          }
        }
      }
    }
  },
)

t.test(
  'what a page loads at once, and what it loads when it is needed, has less than 150 KB each',
  inLongRun,
  async (t) => {
    for (const page of pages) {
      for (const language of languageCodes) {
        const path = [...(await loadedBy(`${page}?lang=${language}`))].find((each) => each.endsWith('.js'))!
        const files = await filesOf(path)
        const sum = bytesAtOnce(path, files)
        t.ok(sum < 150_000, `${page}, ${language}: ${sum} at once`)
        for (const [file, content] of files) t.ok(Buffer.byteLength(content) < 150_000, file)
      }
    }
  },
)

t.test('no script and no style sheet of a page names an address at the root', inLongRun, async (t) => {
  for (const page of pages) {
    for (const path of [...(await loadedBy(page))].slice(1).filter((each) => !each.endsWith('.json'))) {
      const content = text((await ask(service.port, `GET ${path}`)).body)
      t.notMatch(content, /["'`(=]\/(?:api|assets|docs|jobs|explain|check|zpl|heal|adapters)\b/, path)
      t.notMatch(content, /location\.origin|url\(/, path)
    }
  }
})

t.test('a script has the words of its language alone', async (t) => {
  for (const language of languageCodes) {
    const paths = [...(await loadedBy(`/?lang=${language}`))]
    const entry = paths.find((path) => path.endsWith('.js'))!
    const files = await filesOf(entry)
    const all = [...files.values()].join('')
    for (const other of languageCodes) {
      const { hint } = wordsOf[other].gs1
      t.equal(all.includes(hint), other === language, `${language}: ${hint}`)
    }
    const size = bytesAtOnce(entry, files)
    t.ok(size < 100_000, `${size} bytes of script before anything is opened`)
    for (const [path, content] of files) t.ok(Buffer.byteLength(content) < 100_000, path)
  }
})

t.test('no two elements of a page have one id', async (t) => {
  for (const page of pages) {
    const { body } = await ask(service.port, `GET ${page}`)
    const ids = [...text(body).matchAll(/ id="([^"]+)"/g)].map(([, id]) => id)
    t.same(
      ids.filter((id, i) => ids.indexOf(id) !== i),
      [],
      page,
    )
  }
})

t.test('a page runs nothing but its own files', async (t) => {
  for (const path of pages) {
    const { headers, body } = await ask(service.port, `GET ${path}`)
    const policy = (headers.get('content-security-policy') ?? '').split('; ')
    t.ok(policy.includes("default-src 'none'") && policy.includes("script-src 'self'"))
    t.ok(policy.includes("style-src 'self'") && policy.includes("frame-ancestors 'none'"))
    t.notMatch(policy.join(), /unsafe|https?:|\*/)
    // what documents show of code and of addresses elsewhere is no part of the page, nor are examples of addresses of printers
    const own = text(body)
      .replace(/<article[\s\S]*<\/article>/, '')
      .replace(/\b(?:socket|ipps?):\/\//g, '')
    t.notMatch(own, /<script(?! type="module" src=)|<style|\sstyle=|\son\w+=|https?:|\/\/\w/, path)
    const up = '../'.repeat(path.split('/').length - 2)
    const marked = path === '/docs/api/index' ? '/docs/index" aria-current="true' : `${path}" aria-current="page`
    t.match(own, `<a href="${path === '/' ? './" aria-current="page' : up + marked.slice(1)}">`)
    const [bar = ''] = /<header[\s\S]*<\/header>/.exec(own) ?? []
    const led = [...bar.matchAll(/<a href="([^"]*)"(?: aria-current="\w+")?>/g)].map(
      ([, to]) => new URL(to!, `http://x${path}`).pathname,
    )
    t.same(
      led,
      ['/', '/designs', '/jobs', '/explain', '/check', '/zpl', '/heal', '/setup', '/docs', '/docs/index'],
      'every page leads to every other',
    )
  }
})

t.test('a script that runs as a worker talks to nobody', async (t) => {
  const path = [...(await loadedBy('/check'))].find((name) => name.includes('/checker-'))
  const { headers } = await ask(service.port, `GET ${path}`)
  const policy = (headers.get('content-security-policy') ?? '').split('; ')
  t.same(policy.slice(0, 2), ["default-src 'none'", "script-src 'self'"])
  t.notMatch(policy.join(), /connect-src|sandbox|unsafe|https?:|\*/)
})

t.test('/explain tells in every language how many clauses of each standard vectors show', async (t) => {
  for (const language of languageCodes) {
    const page = text((await ask(service.port, `GET /explain?lang=${language}`)).body)
    const [table = ''] = /<details class="clauses">.*?<\/details>/s.exec(page) ?? []
    t.ok(table.includes(wordsOf[language].explain.clauses), language)
    for (const { standard, about, clauses, shown } of coverage) {
      const numbers = [clauses, shown, clauses - shown].map((count) => `<td>${count}</td>`).join('')
      t.ok(table.includes(`${standard}: ${about}</th>${numbers}`), `${language}: ${about}`)
    }
  }
})
