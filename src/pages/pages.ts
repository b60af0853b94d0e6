import { readdirSync, readFileSync } from 'node:fs'
import { extname, join, sep } from 'node:path'
import type { Answer, MediaType } from '../answer.ts'
import { root } from '../root.ts'

interface Page {
  readonly path: string
  /** In the navigation of every page. */
  readonly name: string
  /** In this folder, as are the styles and the icon that it names. */
  readonly file: string
}

/** The pages for people, in the order of the navigation. A new page is one row here, and its files beside this one. */
const pages: readonly Page[] = [
  { path: '/', name: 'Labels', file: 'label.html' },
  { path: '/explain', name: 'Explain', file: 'explain.html' },
  { path: '/check', name: 'Check', file: 'check.html' },
  { path: '/docs', name: 'API', file: 'docs.html' },
]

/** What pages look like, each served as /assets/<name>. */
const looks = ['icon.svg', 'page.css', 'form.css', 'label.css', 'print.css', 'explain.css', 'check.css', 'docs.css']

/**
 * What the compiler made for browsers: the programs of the pages, and what they import of the house. Each is served by its
 * place in this folder, /assets/src/pages/browser/<name>.js, so that what a module imports is where it looks for it.
 */
const programs = 'build/browser'

const types: Readonly<Record<string, MediaType>> = {
  '.html': 'text/html; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.js': 'text/javascript; charset=utf-8',
}

/** Seconds. After an upgrade a page and what it loads are of one version again when these are over. */
const maxAge = 60

export interface Served {
  readonly path: string
  readonly endpoint: () => Answer
}

/** Every page and asset, found and read once, when the service starts: no path of a request is ever opened. */
export function pagesServed(): readonly Served[] {
  const modules = readdirSync(join(root, programs), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.js'))
    .map((name) => name.split(sep).join('/'))
  return [
    ...pages.map(({ path, file }) => ({
      path,
      endpoint: always(join('src/pages', file), (text) => text.replace(navigation, links(path))),
    })),
    ...looks.map((name) => ({ path: `/assets/${name}`, endpoint: always(join('src/pages', name)) })),
    ...modules.map((name) => ({ path: `/assets/${name}`, endpoint: always(join(programs, name)) })),
  ]
}

/** The place in each page where the links to all of them go. */
const navigation = '<!-- pages -->'

function links(here: string): string {
  return pages
    .map(({ path, name }) => `<a href="${path}"${path === here ? ' aria-current="page"' : ''}>${name}</a>`)
    .join('')
}

function always(file: string, edited = (text: string): string => text): () => Answer {
  const type = types[extname(file)]!
  const body = new TextEncoder().encode(edited(readFileSync(join(root, file), 'utf8')))
  const answer = { status: 200, type, body, maxAge, headers: ['Referrer-Policy', 'no-referrer'] }
  return () => answer
}
