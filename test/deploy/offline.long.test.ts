import { execFileSync, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import t from 'tap'
import { root } from '../../src/root.ts'
import { pagesOf, pdfToolsAbsent, qpdfComplaints } from '../oracle/pdf.ts'
import { pngPicture } from '../oracle/picture.ts'
import { zplLabels } from '../oracle/zpl.ts'
import { zxingTexts } from '../oracle/zxing.ts'
import { inLongRun } from '../random.ts'

interface Manifest {
  readonly version: string
  readonly dependencies: Readonly<Record<string, string>>
  readonly devDependencies?: Readonly<Record<string, string>>
}

interface Lock {
  readonly packages: Readonly<
    Record<string, { readonly version: string; readonly dev?: boolean; readonly optional?: boolean }>
  >
}

interface Bill {
  readonly bomFormat: string
  readonly components: readonly {
    readonly name: string
    readonly version: string
    readonly type: string
    readonly licenses?: readonly { readonly license: { readonly id?: string } }[]
  }[]
}

const json = <T>(...path: string[]): T => JSON.parse(readFileSync(join(...path), 'utf8')) as T

// not below the project, where packages that the tarball lacks would be found after all
const folder = mkdtempSync(join(tmpdir(), 'quietzone-offline-'))
t.teardown(() => rmSync(folder, { recursive: true }))

const name = `quietzone-${json<Manifest>(root, 'package.json').version}`

/** How this user can make a network namespace and bring up its loopback; nothing where that is not allowed. */
const unshare = [['--net'], ['--user', '--map-root-user', '--net']].find(
  (flags) => spawnSync('unshare', [...flags, 'ip', 'link', 'set', 'lo', 'up']).status === 0,
)
const noNamespace =
  unshare === undefined && 'no network namespace can be made here (unshare and ip; Debian: util-linux, iproute2)'

const pack = (output: string): Buffer => {
  // without what the test runner would load into every program of the way
  execFileSync('env', ['-u', 'NODE_OPTIONS', 'node', join(root, 'deploy/pack.mjs'), '-o', output], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  return readFileSync(join(output, `${name}.tar.gz`))
}

t.test('the tarball: the product and nothing else, the same bytes each time', inLongRun, async (t) => {
  const bytes = pack(join(folder, 'carried'))
  t.ok(pack(join(folder, 'again')).equals(bytes))
  const listing = execFileSync('tar', ['-tvzf', join(folder, 'carried', `${name}.tar.gz`)], {
    encoding: 'utf8',
    maxBuffer: 2 ** 26,
  })
  const entries = listing.trimEnd().split('\n')
  t.same(
    entries.filter((entry) => !/^[d-]/.test(entry)),
    [],
    'no links',
  )
  const paths = entries.map((entry) => entry.replace(/^(?:\S+\s+){5}/, ''))
  t.same(
    paths.filter((path) => !path.startsWith(`${name}/`) || path.split('/').includes('..')),
    [],
  )
  t.same(
    paths.filter((path) => /\/build\/test\/|\.test\.js$/.test(path) && !path.includes('/node_modules/')),
    [],
    'no tests',
  )

  execFileSync('tar', ['-xzf', join(folder, 'carried', `${name}.tar.gz`), '-C', join(folder, 'again')])
  const product = join(folder, 'again', name)
  const files = readdirSync(product, { recursive: true, withFileTypes: true })
    .filter((file) => file.isFile())
    .map((file) => join(file.parentPath ?? file.path, file.name))
  const summed = readFileSync(join(product, 'SHA256SUMS'), 'utf8').trimEnd().split('\n')
  t.same(
    summed.map((line) => join(product, line.slice(66))).sort(),
    files.filter((file) => !file.endsWith('/SHA256SUMS') || file.includes('/fonts/')).sort(),
  )
  const places = [`${root}/build`, `${root}/node_modules`, `${root}/src`, `"${root}`, 'quietzone-pack-', folder]
  t.same(
    files.filter((file) => places.some((place) => readFileSync(file).includes(place))),
    [],
    'no path of this machine',
  )

  t.same(
    files.filter((file) =>
      /\/node_modules\/.*(\.map|\.d\.[cm]?ts|\/README\.md|browser[^/]*js|standalone|\.afm)$/.test(file),
    ),
    [],
    'nothing of the packages that only others load',
  )

  t.same(
    files.filter((file) => /\/(\.?package-lock\.json|\.npmrc)$/.test(file)),
    [],
    'nothing of the installation',
  )

  t.same(
    files
      .filter((file) => file.startsWith(join(product, 'share/')))
      .map((file) => file.slice(product.length + 1))
      .sort(),
    [
      'share/bash-completion/completions/quietzone',
      'share/fish/vendor_completions.d/quietzone.fish',
      'share/man/man1/quietzone.1',
      'share/zsh/site-functions/_quietzone',
    ],
  )

  const { packages } = json<Lock>(root, 'package-lock.json')
  const wanted = Object.entries(packages).filter(([path, { dev, optional }]) => path !== '' && !dev && !optional)
  const installed = files.filter((file) => /\/node_modules\/(@[^/]+\/)?[^/@]+\/package\.json$/.test(file))
  const isOf = (path: string): string => join(product, path, 'package.json')
  t.same(installed.sort(), wanted.map(([path]) => isOf(path)).sort(), 'exactly the packages that the product runs with')
  const { dependencies, devDependencies } = json<Manifest>(product, 'package.json')
  t.same(
    [Object.keys(dependencies).sort(), devDependencies],
    [Object.keys(json<Manifest>(root, 'package.json').dependencies).sort(), undefined],
  )

  const bill = json<Bill>(product, 'sbom.cdx.json')
  const billed = bill.components.filter(({ type }) => type === 'library').map((one) => `${one.name} ${one.version}`)
  const bundled = [
    '@redis/client',
    'fflate',
    'jpeg-js',
    'multicast-dns',
    'dns-packet',
    'thunky',
    '@leichtgewicht/ip-codec',
    'pdfkit',
    '@noble/hashes',
    '@hyzyla/pdfium',
    'bwip-js',
    'node-sqlite3-wasm',
  ].map((name) => `node_modules/${name}`)
  const shipped = [...wanted, ...bundled.map((path) => [path, packages[path]!] as const)]
  const titles = shipped.map(([path, { version }]) => `${path.replace(/^.*node_modules\//, '')} ${version}`)
  t.same([bill.bomFormat, billed.sort()], ['CycloneDX', titles.sort()])
  const told = (of: string): string => {
    const { licenses } = bill.components.find((one) => one.name === of)!
    return `${of}: ${licenses?.map(({ license }) => license.id).join()}`
  }
  t.same(
    bill.components.filter(
      ({ type, name }) => type === 'library' && !/: (MIT|Apache-2\.0|BSD-3-Clause)$/.test(told(name)),
    ),
    [],
  )
  t.same(['harfbuzzjs', '@redis/client'].map(told), ['harfbuzzjs: MIT', '@redis/client: MIT'])
  t.ok(bill.components.some((one) => one.type === 'data' && one.name === 'fonts-noto-core'))
  t.same(readFileSync(join(product, 'sbom.cdx.json'), 'utf8').match(/https?:\/\/[^"]*/g), [
    'http://cyclonedx.org/schema/bom-1.5.schema.json',
  ])
  const licences = readFileSync(join(product, 'THIRD-PARTY-LICENCES.txt'), 'utf8')
  t.same(
    [...titles, 'The metrics of Helvetica'].filter(
      (title) => !new RegExp(`^${title.replaceAll('.', '\\.')}(:|$)`, 'm').test(licences),
    ),
    [],
  )
})

/** What an operator does, on a machine that has no interface but loopback. */
const script = `
set -e
ip link set lo up
ip -o link | cut -d ' ' -f 2 > interfaces
cd carried
sha256sum -c ${name}.tar.gz.sha256
tar -xzf ${name}.tar.gz
cd ${name}
sha256sum -c --quiet SHA256SUMS
: > ../log
PORT=0 ./bin/quietzone serve >> ../log &
until address=$(grep -o 'http://[^"]*' ../log); do kill -0 $!; sleep 0.1; done
node ../fetch.mjs "$address/api/v1/barcode?type=qr&text=%E5%80%89%E5%BA%AB&includetext=true" > ../barcode.png
node ../fetch.mjs "$address/api/v1/label?type=code128&text=QZ-0001&qty=2" > ../label.pdf
node ../fetch.mjs "$address/api/v1/label?type=code128&text=QZ-0001&qty=2&dpi=203&format=zpl" > ../label.zpl
./bin/quietzone check ../label.pdf --page 2
node ../fetch.mjs "$address/" > ../page.html
node ../fetch.mjs "$address/check" > ../check.html
for path in $(grep -o 'assets/[^"]*[.][cj]ss*' ../check.html); do
  node ../fetch.mjs "$address/$path" > ../fetched-"$(basename "$path" | cut -d - -f 1)"
done
test -s ../fetched-check.en.js
test -s ../fetched-check
test -s ../fetched-checker
./bin/quietzone barcode --type datamatrix --text QZ-0001 -o ../cli.png
kill $!
wait $!
`
const fetching = `
const reply = await fetch(process.argv[2])
process.stdout.write(Buffer.from(await reply.arrayBuffer()))
process.exitCode = reply.ok ? 0 : 1
`

t.test(
  'without a network: checksum, unpack, start, barcode, label, within 60 seconds',
  { skip: inLongRun.skip || noNamespace || pdfToolsAbsent },
  async (t) => {
    const carried = join(folder, 'carried')
    mkdirSync(carried, { recursive: true })
    writeFileSync(join(carried, 'fetch.mjs'), fetching)
    const env = { PATH: process.env.PATH, HOME: folder }
    const run = spawnSync('unshare', [...unshare!, 'sh', '-c', script], {
      cwd: folder,
      env,
      encoding: 'utf8',
      timeout: 60_000,
    })
    t.same([run.status, run.stderr], [0, ''])
    t.equal(readFileSync(join(folder, 'interfaces'), 'utf8'), 'lo:\n')
    const picture = (file: string) => pngPicture(readFileSync(join(carried, file)))
    t.same(await zxingTexts(picture('barcode.png'), 'qr'), ['倉庫'])
    t.same(await zxingTexts(picture('cli.png'), 'datamatrix'), ['QZ-0001'])
    t.equal(qpdfComplaints(readFileSync(join(carried, 'label.pdf'))), '')
    t.equal(pagesOf(join(carried, 'label.pdf')).length, 2)
    t.match(zplLabels(readFileSync(join(carried, 'label.zpl'))), [{ width: 813, copies: 2 }])
    t.match(readFileSync(join(carried, 'log'), 'utf8'), /stopped"}\n$/)
  },
)
