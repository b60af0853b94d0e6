// The software bill of materials of the offline tarball, in CycloneDX JSON: the packages as npm lists them, those in bundles, and the fonts.

import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { bundleLicences, licenceOf, packagesIn } from './licences.mjs'

/**
 * The bill of materials of the folder `stage`, which contains package.json and the lock file of its packages.
 *
 * It does not depend on when or where it was created: it has no download addresses and no folders, and its time is that of the
 * commit, `epoch` in seconds.
 */
export function billOfMaterials(stage, { manifest, epoch, withNode }) {
  const flags = ['--sbom-format', 'cyclonedx', '--sbom-type', 'application', '--package-lock-only']
  const listed = JSON.parse(
    execFileSync('npm', ['sbom', ...flags], { cwd: stage, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }),
  )
  const { $schema, bomFormat, specVersion, metadata, dependencies } = listed
  const fonts = fontComponents(JSON.parse(readFileSync(join(stage, 'fonts/sources.json'), 'utf8')).packages)
  const licences = licencesIn(join(stage, 'node_modules'))
  const components = [
    ...listed.components.map((found) => withLicence(withoutOrigin(found), licences)),
    ...bundleLicences.flatMap((file) => bundledComponents(readFileSync(join(stage, file), 'utf8'))),
    ...fonts,
    ...(withNode ? [nodeItself()] : []),
  ]
  return `${JSON.stringify(
    {
      $schema,
      bomFormat,
      specVersion,
      serialNumber: `urn:uuid:${uuidOf(JSON.stringify([manifest.version, components]))}`,
      version: 1,
      metadata: {
        ...metadata,
        timestamp: new Date(epoch * 1000).toISOString(),
        component: { ...withoutOrigin(metadata.component), name: manifest.name },
      },
      components,
      dependencies,
    },
    null,
    2,
  )}\n`
}

/** Without the download address, which depends on the machine that packed and not on the package. */
function withoutOrigin({ externalReferences = [], ...component }) {
  return { ...component, externalReferences: externalReferences.filter(({ type }) => type !== 'distribution') }
}

/** With its licence from `licences`: npm reads only package.json, which may lack it. */
function withLicence(component, licences) {
  return { ...component, licenses: [{ license: { id: licences.get(`${component.name} ${component.version}`) } }] }
}

/** The licences by name and version. */
function licencesIn(modules) {
  return new Map(
    packagesIn(modules).map((folder) => {
      const { name, version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
      return [`${name} ${version}`, licenceOf(folder).id]
    }),
  )
}

/** The packages that a bundle contains, by the titles of their licences beside it. */
function bundledComponents(licences) {
  return [...licences.matchAll(/^(\S+) (\d\S*): (\S+)$/gm)].map(([, name, version, id]) => ({
    'bom-ref': `${name}@${version}`,
    type: 'library',
    name,
    version,
    scope: 'required',
    purl: `pkg:npm/${name.replace('@', '%40')}@${version}`,
    licenses: [{ license: { id } }],
  }))
}

/** The packages from which the fonts were built; those without a licence are not shipped. */
function fontComponents(packages) {
  return Object.values(packages).flatMap(({ from, sha256, licence }) => {
    if (licence === undefined) return []
    const [, system, name, version] = /^(Debian|npm)(?: 12)? package (\S+) ([^\s,]+)/.exec(from)
    const place = system === 'npm' ? 'npm' : 'deb/debian'
    return {
      'bom-ref': `${name}@${version}`,
      type: 'data',
      name,
      version,
      scope: 'required',
      purl: `pkg:${place}/${name.replace('@', '%40')}@${version}`,
      hashes: [{ alg: 'SHA-256', content: sha256 }],
      licenses: [
        { license: licence.startsWith('OFL-') ? { id: 'OFL-1.1' } : { name: `see fonts/licences/${licence}` } },
      ],
    }
  })
}

function nodeItself() {
  const version = process.versions.node
  return { 'bom-ref': `node@${version}`, type: 'platform', name: 'node', version, scope: 'required' }
}

/** A UUID derived from `text` (RFC 9562, version 8). */
function uuidOf(text) {
  const bytes = createHash('sha256').update(text).digest().subarray(0, 16)
  bytes[6] = (bytes[6] & 0x0f) | 0x80
  bytes[8] = (bytes[8] & 0x3f) | 0x80
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}
