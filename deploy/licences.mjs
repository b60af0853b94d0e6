// The licence of a package: what its package.json names, held against the text that it carries.

import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Words of each licence that no other has. */
const words = {
  MIT: /Permission is hereby granted, free of charge, to any person/,
  ISC: /Permission to use, copy, modify, and\/or distribute/,
  'Apache-2.0': /Apache License\s+Version 2\.0/,
  'BSD-3-Clause': /Neither the name of/i,
}

/**
 * @returns the licence's SPDX identifier, and the texts that the package in `folder` carries, if it does
 * @throws where package.json and text disagree, or neither tells
 */
export function licenceOf(folder) {
  const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  const files = readdirSync(folder).filter(isLicence).sort()
  const texts = files.map((file) => readFileSync(join(folder, file), 'utf8').trim())
  const told = Object.keys(words).filter((id) => texts.some((text) => words[id].test(text)))
  if (license === undefined && told.length !== 1) throw new Error(`${name} ${version} does not tell its licence`)
  if (license !== undefined && texts.length > 0 && !told.includes(license)) {
    throw new Error(`${name} ${version} names ${license}, and its text is ${told.join(' or ') || 'another'}`)
  }
  return { id: license ?? told[0], texts }
}

export function isLicence(file) {
  return /^(licen[cs]e|copying|notice)/i.test(file)
}

/** Folders of packages, those inside of others too. */
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
