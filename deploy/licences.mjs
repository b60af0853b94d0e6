// The licence of a package: the one that its package.json names, compared with the licence text in the package.

import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** Phrases that identify the text of each licence. */
const phrases = {
  MIT: /Permission is hereby granted, free of charge, to any person/,
  ISC: /Permission to use, copy, modify, and\/or distribute/,
  'Apache-2.0': /Apache License,?\s+Version 2\.0/,
  'BSD-3-Clause': /Neither the name of/i,
}

/** What bundles contain of packages, as bin/bundle.mjs writes it beside them. */
export const bundleLicences = [
  'build/program/LICENCES.txt',
  'build/pdfkit.LICENSE.txt',
  'build/pdfium.LICENSE.txt',
  'build/bwip.LICENSE.txt',
  'build/sqlite.LICENSE.txt',
]

/** Texts of the licences of packages that come without one, as their repositories have them: `@redis/client.txt`. */
const ownTexts = join(dirname(fileURLToPath(import.meta.url)), 'licences')

/**
 * @returns the licence's SPDX identifier, and the licence texts of the package in `folder`, if there are any, or else in `licences`
 * @throws if package.json and text disagree, or neither names a licence
 */
export function licenceOf(folder) {
  const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  const files = readdirSync(folder).filter(isLicence).sort()
  const added = join(ownTexts, `${name}.txt`)
  const paths = files.length === 0 && existsSync(added) ? [added] : files.map((file) => join(folder, file))
  const texts = paths.map((path) => readFileSync(path, 'utf8').trim())
  const found = Object.keys(phrases).filter((id) => texts.some((text) => phrases[id].test(text)))
  if (license === undefined && found.length !== 1) throw new Error(`${name} ${version} does not name its licence`)
  if (license !== undefined && texts.length > 0 && !found.includes(license)) {
    throw new Error(`${name} ${version} names ${license}, but its text is ${found.join(' or ') || 'another'}`)
  }
  return { id: license ?? found[0], texts }
}

export function isLicence(file) {
  return /^(licen[cs]e|copying|notice)/i.test(file)
}

/** Folders of all packages, nested ones included. */
export function packagesIn(modules) {
  if (!existsSync(modules)) return []
  return readdirSync(modules)
    .filter((name) => !name.startsWith('.'))
    .sort()
    .flatMap((name) => {
      const folder = join(modules, name)
      if (name.startsWith('@')) return packagesIn(folder)
      return [folder, ...packagesIn(join(folder, 'node_modules'))]
    })
}
