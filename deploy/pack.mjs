// Packs everything that a machine without network access needs into one tarball: `npm run pack:offline`. That is what npm publishes,
// which package.json lists, with the packages that it needs and what operators need.
// It needs GNU tar, gzip, and npm with the production packages in its cache or a registry. The same commit, packages and tools
// give the same bytes. docs/deploy.md describes how to install it.

import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, extname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { bundleLicences, licenceOf, packagesIn } from './licences.mjs'
import { billOfMaterials } from './sbom.mjs'
import { removeUnused } from './unused-files.mjs'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const json = (file) => JSON.parse(readFileSync(file, 'utf8'))
const manifest = json(join(root, 'package.json'))

const { values } = parseArgs({
  options: { output: { type: 'string', short: 'o', default: 'offline' }, 'with-node': { type: 'boolean' } },
})

/** Where shells and man look for what the program says of itself, below /usr or /usr/local. */
const descriptions = {
  'man/man1/quietzone.1': ['man'],
  'bash-completion/completions/quietzone': ['completion', 'bash'],
  'zsh/site-functions/_quietzone': ['completion', 'zsh'],
  'fish/vendor_completions.d/quietzone.fish': ['completion', 'fish'],
}

const work = mkdtempSync(join(tmpdir(), 'quietzone-pack-'))
try {
  const name = `quietzone-${manifest.version}${values['with-node'] ? `-${process.platform}-${process.arch}` : ''}`
  const stage = join(work, name)
  mkdirSync(stage)
  unpackPackage(stage)
  copyFiles(stage)
  installPackages(stage)
  if (values['with-node']) addRuntime(stage)
  writeFileSync(join(stage, 'THIRD-PARTY-LICENCES.txt'), packageLicences(stage))
  writeFileSync(
    join(stage, 'sbom.cdx.json'),
    billOfMaterials(stage, { manifest, epoch: epoch(), withNode: values['with-node'] }),
  )
  removeInstallationFiles(stage)
  describe(stage)
  writeFileSync(join(stage, 'SHA256SUMS'), sums(stage))
  tarball(name)
} finally {
  rmSync(work, { recursive: true })
}

/** Unpacks what npm publishes, which is the product: the program, its data, its documents. */
function unpackPackage(stage) {
  // its scripts build what has changed
  const options = ['--ignore-scripts=false', '--silent', '--pack-destination', work]
  execFileSync('npm', ['pack', ...options], { cwd: root, stdio: ['ignore', 'ignore', 'inherit'] })
  const packed = join(work, `${manifest.name}-${manifest.version}.tgz`)
  execFileSync('tar', ['-xzf', packed, '-C', stage, '--strip-components=1'])
}

/** Copies what only a machine without a network needs: the launcher, the files for operators, and the packages that npm would install. */
function copyFiles(stage) {
  for (const file of ['pdfium.cjs', 'pdfium.wasm.br', 'pdfium.LICENSE.txt', 'bwip.cjs', 'bwip.LICENSE.txt']) {
    cpSync(join(root, 'build', file), join(stage, 'build', file))
  }
  const launcher = join(root, 'deploy/quietzone')
  cpSync(launcher, join(stage, 'bin/quietzone'))
  const filter = (path) => extname(path) !== '.mjs' && path !== launcher
  cpSync(join(root, 'deploy'), join(stage, 'deploy'), { recursive: true, filter })
}

/** Installs exactly the production packages of the lock file, without running their scripts. */
function installPackages(stage) {
  for (const file of ['package.json', 'package-lock.json']) cpSync(join(root, file), join(stage, file))
  const options = ['--omit=dev', '--ignore-scripts', '--no-bin-links', '--prefer-offline', '--no-audit', '--no-fund']
  execFileSync('npm', ['ci', ...options], { cwd: stage, stdio: ['ignore', 'ignore', 'inherit'] })
  forgetDevelopment(stage)
}

/** Removes development packages from the lists. `npm sbom --omit dev` would leave out production packages that they use too. */
function forgetDevelopment(stage) {
  const { devDependencies: _, ...production } = json(join(stage, 'package.json'))
  writeFileSync(join(stage, 'package.json'), JSON.stringify(production))
  const lock = json(join(stage, 'package-lock.json'))
  const packages = Object.fromEntries(Object.entries(lock.packages).filter(([, { dev }]) => !dev))
  delete packages[''].devDependencies
  writeFileSync(join(stage, 'package-lock.json'), JSON.stringify({ ...lock, packages }))
}

/** Adds the node that runs this script, for machines without one. */
function addRuntime(stage) {
  const licence = join(dirname(dirname(process.execPath)), 'LICENSE')
  if (!existsSync(licence))
    throw new Error('--with-node needs a node from the official archive, which has a LICENSE file')
  mkdirSync(join(stage, 'runtime'))
  cpSync(process.execPath, join(stage, 'runtime/node'))
  chmodSync(join(stage, 'runtime/node'), 0o755)
  cpSync(licence, join(stage, 'runtime/LICENSE'))
}

/** The licence texts of all packages; those of the fonts are in fonts/licences. */
function packageLicences(stage) {
  const parts = packagesIn(join(stage, 'node_modules')).map((folder) => {
    const { name, version } = json(join(folder, 'package.json'))
    const { id, texts } = licenceOf(folder)
    if (texts.length === 0) throw new Error(`${name} ${version} has no licence text`)
    return [`${name} ${version}: ${id}`, ...texts].join('\n\n')
  })
  for (const file of bundleLicences) parts.push(readFileSync(join(stage, file), 'utf8').trim())
  return `${parts.join(`\n\n${'='.repeat(80)}\n\n`)}\n`
}

/** Removes files that only the installation needed, and files that are never loaded. */
function removeInstallationFiles(stage) {
  removeUnused(join(stage, 'node_modules'))
  const { scripts: _, files: __, devDependencies: ___, ...product } = manifest
  const kept = {
    ...product,
    private: true,
    bin: { quietzone: 'bin/quietzone' },
    man: 'share/man/man1/quietzone.1',
    // npm copies them with the package, and asks no registry for them
    bundleDependencies: Object.keys(product.dependencies),
  }
  writeFileSync(join(stage, 'package.json'), `${JSON.stringify(kept, null, 2)}\n`)
  for (const file of ['package-lock.json', 'node_modules/.package-lock.json'])
    rmSync(join(stage, file), { force: true })
}

/** Adds the man page and the completion of shells, as the packed program prints them. */
function describe(stage) {
  for (const [file, args] of Object.entries(descriptions)) {
    const path = join(stage, 'share', file)
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, execFileSync(process.execPath, [join(stage, 'build/program/cli.js'), ...args]))
  }
}

function sums(stage) {
  const lines = readdirSync(stage, { recursive: true, withFileTypes: true })
    .filter((file) => file.isFile())
    .map((file) => join(file.parentPath ?? file.path, file.name).slice(stage.length + 1))
    .sort()
    .map((path) => `${sha256(readFileSync(join(stage, path)))}  ${path}`)
  return `${lines.join('\n')}\n`
}

function tarball(name) {
  const tar = join(work, `${name}.tar`)
  const fixed = [
    '--sort=name',
    `--mtime=@${epoch()}`,
    '--owner=0',
    '--group=0',
    '--numeric-owner',
    '--mode=u=rwX,go=rX',
  ]
  execFileSync('tar', ['--format=ustar', ...fixed, '-cf', tar, name], { cwd: work })
  execFileSync('gzip', ['-n', '-9', tar])
  const bytes = readFileSync(`${tar}.gz`)
  mkdirSync(values.output, { recursive: true })
  const file = join(values.output, `${name}.tar.gz`)
  writeFileSync(file, bytes)
  writeFileSync(`${file}.sha256`, `${sha256(bytes)}  ${name}.tar.gz\n`)
  console.log(`${file}: ${(bytes.length / 1e6).toFixed(1)} MB`)
}

function sha256(bytes) {
  return createHash('sha256').update(bytes).digest('hex')
}

/** The time of the commit in seconds, so that packing it again gives the same bytes. */
function epoch() {
  if (process.env.SOURCE_DATE_EPOCH) return Number(process.env.SOURCE_DATE_EPOCH)
  if (!existsSync(join(root, '.git'))) return 0
  return Number(execFileSync('git', ['log', '-1', '--format=%ct'], { cwd: root, encoding: 'utf8' }))
}
