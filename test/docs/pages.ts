import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { root } from '../../src/root.ts'

/** A block of code in a page. */
export interface Block {
  readonly language: string
  readonly code: string
  /** The number of its first line in the page, from 1. */
  readonly line: number
}

/** A page of the documentation. */
export interface Page {
  /** Its path from the project's folder. */
  readonly path: string
  readonly text: string
  readonly blocks: readonly Block[]
}

const fence = /^```(.*)\n([\s\S]*?)^```$/gm

function pageAt(path: string): Page {
  const text = readFileSync(join(root, path), 'utf8')
  const blocks = [...text.matchAll(fence)].map(({ 1: language = '', 2: code = '', index }) => ({
    language,
    code,
    line: text.slice(0, index).split('\n').length + 1,
  }))
  return { path, text, blocks }
}

/** Files of Markdown in a folder, from the project's folder. */
const pagesIn = (folder: string): readonly string[] =>
  readdirSync(join(root, folder))
    .filter((name) => name.endsWith('.md'))
    .map((name) => join(folder, name))

/** README.md and what is in docs/, whose examples run. */
export const manual: readonly Page[] = ['README.md', ...pagesIn('docs')].map(pageAt)

/** Every page: whose links resolve. */
export const pages: readonly Page[] = [
  ...manual,
  ...[...pagesIn('.').filter((path) => path !== 'README.md'), ...pagesIn('docs/api')].map(pageAt),
  ...['deploy/README.md', 'bench/README.md', 'bench/results.md', 'fonts/README.md'].map(pageAt),
]

/** The page without what is code. */
export const proseOf = ({ text }: Page): string => text.replace(fence, '').replace(/`[^`\n]*`/g, '`code`')

/** The anchors of a page's headings, as GitHub and its kind make them: letters, digits and hyphens. */
export function anchorsOf({ text }: Page): ReadonlySet<string> {
  const anchors = new Set<string>()
  for (const [, heading = ''] of text.replace(fence, '').matchAll(/^#{1,6} (.*)$/gm)) {
    const plain = heading.replace(/\[([^\]]*)\]\([^)]*\)/g, '$1').toLowerCase()
    const anchor = plain.replace(/[^\p{L}\p{N}\s_-]/gu, '').replaceAll(' ', '-')
    let unique = anchor
    for (let n = 1; anchors.has(unique); n++) unique = `${anchor}-${n}`
    anchors.add(unique)
  }
  return anchors
}

/** A link from a page to a file of the project. */
export interface Link {
  /** The path of the file, from the project's folder. */
  readonly file: string
  readonly anchor: string
}

/** The links of a page that lead into the project, pictures among them. */
export function linksOf(page: Page): readonly Link[] {
  const targets = [...proseOf(page).matchAll(/\]\(([^)\s]+)\)/g)].map(([, target]) => target!)
  return targets
    .filter((target) => !/^[a-z]+:/.test(target))
    .map((target) => {
      const [file = '', anchor = ''] = target.split('#')
      return { file: file === '' ? page.path : normalize(join(dirname(page.path), file)), anchor }
    })
}
