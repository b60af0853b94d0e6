import { readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import t from 'tap'
import { root } from '../../src/root.ts'

const built = join(root, 'build')

interface Imports {
  readonly fixed: readonly string[]
  readonly dynamic: readonly string[]
}

/** What a compiled module imports when it is loaded, and what it imports when it needs it. */
function importsOf(file: string): Imports {
  const text = readFileSync(file, 'utf8').replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '')
  const names = (pattern: RegExp): string[] => [...text.matchAll(pattern)].map(([, name]) => name!)
  return {
    fixed: names(/^(?:import|export)\s(?:[^'"=;()]*\sfrom\s)?['"]([^'"]+)['"];$/gm),
    dynamic: names(/\b(?:import|require)\(\s*['"]([^'"]+)['"]/g),
  }
}

/** The modules that are loaded from `entry` on, relative to build/, and what they import from elsewhere. */
function graphOf(entry: string, { withDynamic }: { withDynamic: boolean }) {
  const modules = new Set<string>()
  const elsewhere = new Set<string>()
  const visit = (file: string): void => {
    const name = relative(built, file)
    if (modules.has(name)) return
    modules.add(name)
    const { fixed, dynamic } = importsOf(file)
    for (const target of withDynamic ? [...fixed, ...dynamic] : fixed) {
      if (target.startsWith('.')) visit(join(file, '..', target))
      else elsewhere.add(`${name} imports ${target}`)
    }
  }
  visit(join(built, entry))
  return { modules, elsewhere: [...elsewhere].sort() }
}

const entries = [
  'src/lib/index.js',
  'src/lib/gs1.js',
  'symbologies/index.js',
  'src/explain/index.js',
  'src/reader/check/index.js',
  'src/lib/element/index.js',
]

t.test('every entry point is loaded without node and without a package', async (t) => {
  for (const entry of entries) {
    const { modules, elsewhere } = graphOf(entry, { withDynamic: false })
    t.ok(modules.size > 5, entry)
    t.same(elsewhere, [], entry)
  }
  t.ok(graphOf('src/text/installed-fonts.js', { withDynamic: false }).elsewhere.length > 0, 'this can fail')
})

t.test('what draws bare symbols needs neither captions nor the parameters of requests', async (t) => {
  const { modules } = graphOf('src/lib/images.js', { withDynamic: false })
  const others = [...modules].filter((file) => /^src\/(text|draw|plan)\//.test(file))
  t.same(others, [])
})

t.test('requests are drawn in a browser, though not as PDF', async (t) => {
  const { modules, elsewhere } = graphOf('src/lib/requests.js', { withDynamic: false })
  t.ok(modules.has('src/text/line.js'))
  t.notOk([...modules].some((file) => /^src\/render\/pdf/.test(file)))
  t.same(elsewhere, [])
})
