/** What pages load: one script and one style sheet each, and the worker of the page `/check`. */

import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { MediaType } from '../answer.ts'
import { root } from '../root.ts'
import type { Language } from './words/index.ts'

export interface Asset {
  /** Its name has a digest of its content. */
  readonly path: string
  readonly type: MediaType
  readonly text: string
}

/** The path of the icon, which all pages have. */
export const iconPath = '/assets/icon.svg'

const assets = new Map<string, Asset>()

/** The script of a page in one language: all of its modules, as bin/bundle.mjs bundles them. */
export function script(program: string, language: Language): Asset {
  return bundled(`${program}.${language}`)
}

/** What the worker of the page `/check` runs. */
export function checker(): Asset {
  return bundled('checker')
}

function bundled(name: string): Asset {
  return asset(name, '.js', 'text/javascript; charset=utf-8', () => textOf(`build/pages/${name}.js`))
}

/** The style sheets of these names as one, in their order. */
export function styleSheet(program: string, names: readonly string[]): Asset {
  const text = (): string => names.map((name) => textOf(`src/pages/${name}.css`)).join('\n')
  return asset(program, '.css', 'text/css; charset=utf-8', text)
}

function asset(name: string, extension: string, type: MediaType, read: () => string): Asset {
  const known = assets.get(name + extension)
  if (known !== undefined) return known
  const text = read()
  const digest = createHash('sha256').update(text).digest('hex').slice(0, 16)
  const made = { path: `/assets/${name}-${digest}${extension}`, type, text }
  assets.set(name + extension, made)
  return made
}

const textOf = (file: string): string => readFileSync(join(root, file), 'utf8')
