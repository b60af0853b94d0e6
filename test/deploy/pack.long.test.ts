import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  cpSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { brotliDecompressSync } from 'node:zlib'
import t from 'tap'
import { root } from '../../src/root.ts'
import { linksOf, pages } from '../docs/pages.ts'
import { inLongRun } from '../random.ts'

const parts = [
  ...['package.json', 'package-lock.json', 'tsconfig.json', '.npmrc', 'LICENSE', 'README.md', 'CHANGELOG.md'],
  ...['CODE_OF_CONDUCT.md', 'CONTRIBUTING.md', 'SECURITY.md'],
  ...['bench', 'bin', 'deploy', 'docs', 'fonts', 'src', 'symbologies', 'test'],
]

/** A copy of the sources, as someone with this umask would have cloned them, that has never been built. */
function clone(name: string, umask: number): string {
  const folder = mkdtempSync(join(tmpdir(), `quietzone-${name}-`))
  t.teardown(() => rmSync(folder, { recursive: true }))
  const filter = (path: string): boolean => basename(path) !== 'node_modules'
  for (const part of parts) cpSync(join(root, part), join(folder, part), { recursive: true, filter })
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath ?? entry.path, entry.name)
    const { mode } = statSync(path)
    chmodSync(path, (mode | ((mode & 0o100) !== 0 ? 0o777 : 0o666)) & ~umask)
    utimesSync(path, umask, umask)
  }
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
  return folder
}

/** The tarballs that are packed in `folder` with this umask. */
function packed(folder: string, umask: number): readonly (readonly [name: string, bytes: Buffer])[] {
  const script = `
    umask ${umask.toString(8)} && mkdir tarballs
    npm run pack --silent -- --pack-destination tarballs && node deploy/pack.mjs -o tarballs`
  // without what the test runner loads into every node
  const env = ['-u', 'NODE_OPTIONS', 'SOURCE_DATE_EPOCH=1790000000']
  execFileSync('env', [...env, 'sh', '-c', script], { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] })
  const tarballs = join(folder, 'tarballs')
  return readdirSync(tarballs).map((name) => [name, readFileSync(join(tarballs, name))])
}

t.test('two clones pack the same bytes', inLongRun, async (t) => {
  const clones = [
    [clone('one', 0o002), 0o002],
    [clone('another-folder', 0o077), 0o077],
  ] as const
  const [one, another] = clones.map(([folder, umask]) => packed(folder, umask))
  const names = one!.map(([name]) => name)
  t.ok(names.some((name) => name.endsWith('.tgz')) && names.some((name) => name.endsWith('.tar.gz')))
  t.same(
    names,
    another!.map(([name]) => name),
  )
  for (const [i, [name, bytes]] of one!.entries()) t.ok(bytes.equals(another![i]![1]), name)

  const pathsIn = (extension: string): readonly string[] => {
    const file = join(clones[0][0], 'tarballs', names.find((name) => name.endsWith(extension))!)
    return execFileSync('tar', ['-tzf', file], { encoding: 'utf8' }).trimEnd().split('\n')
  }
  const offline = new Set(pathsIn('.tar.gz').map((path) => path.replace(/^[^/]+\//, '').replace(/\/$/, '')))
  const missing = pages.flatMap(({ path, ...page }) => {
    if (!offline.has(path)) return /^(README|docs|deploy)/.test(path) ? [path] : []
    const files = linksOf({ path, ...page }).map(({ file }) => file.replace(/\/$/, ''))
    return files.filter((file) => !offline.has(file)).map((file) => `${path}: ${file}`)
  })
  t.same(missing, [], 'the offline tarball has every document, and what they lead to')

  const paths = pathsIn('.tgz')
  // what the service shows below /docs/
  for (const name of ['documents.json.br', 'search.json.br']) {
    t.ok(offline.has(`build/pages/${name}`), name)
    t.ok(paths.includes(`package/build/pages/${name}`), name)
  }
  const { pictures } = JSON.parse(
    brotliDecompressSync(readFileSync(join(clones[0][0], 'build/pages/documents.json.br'))).toString(),
  )
  for (const { file } of pictures as readonly { readonly file: string }[]) {
    t.ok(offline.has(file), file)
    t.ok(paths.includes(`package/${file}`), file)
  }
  t.same(
    paths.filter((path) =>
      /^package\/(test|node_modules|deploy|build\/(test|bench))\/|[^d]\.ts$|^package\/(bench|docs(?!\/judge))\/.*js/.test(
        path,
      ),
    ),
    [],
    'no sources, tests or benchmarks, but the adapters of the judge',
  )
  t.same(
    paths.filter((path) => path.split('/').length === 2).sort(),
    [
      ...[
        'CHANGELOG.md',
        'CODE_OF_CONDUCT.md',
        'CONTRIBUTING.md',
        'LICENSE',
        'README.md',
        'SECURITY.md',
        'package.json',
      ],
    ].map((name) => `package/${name}`),
  )
})
