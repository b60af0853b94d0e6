import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Answer, MediaType } from '../api/answer.ts'
import { root } from '../root.ts'

interface Page {
  readonly path: string
  /** In the navigation of every page. */
  readonly name: string
  /** In this folder, as are the assets. */
  readonly file: string
  /** What this page loads besides `shared`, each served as /assets/<name>. */
  readonly assets: readonly string[]
}

const labelParts = ['label', 'form', 'faults', 'stage', 'print', 'download', 'links']

/** The pages for people, in the order of the navigation. A new page is one row here, and its files beside this one. */
const pages: readonly Page[] = [
  {
    path: '/',
    name: 'Labels',
    file: 'label.html',
    assets: [...styles('form', 'label', 'print'), ...scripts(...labelParts)],
  },
  { path: '/docs', name: 'API', file: 'docs.html', assets: [...styles('docs'), ...scripts('docs', 'openapi')] },
]

/** What every page may load. */
const shared = ['icon.svg', ...styles('page'), ...scripts('dom', 'service')]

function styles(...names: string[]): string[] {
  return names.map((name) => `${name}.css`)
}

function scripts(...names: string[]): string[] {
  return names.map((name) => `${name}.js`)
}

/** The browser's programs are compiled into the build; everything else is served as it stands in the sources. */
const folders: readonly (readonly [ending: string, folder: string, type: MediaType])[] = [
  ['.html', 'src/pages', 'text/html; charset=utf-8'],
  ['.css', 'src/pages', 'text/css; charset=utf-8'],
  ['.svg', 'src/pages', 'image/svg+xml'],
  ['.js', 'build/src/pages/browser', 'text/javascript; charset=utf-8'],
]

/** Seconds. After an upgrade a page and what it loads are of one version again when these are over. */
const maxAge = 60

export interface Served {
  readonly path: string
  readonly endpoint: () => Answer
}

/** Every page and asset, read once. What is not in the lists above is not served: no path of a request is ever opened. */
export function pagesServed(): readonly Served[] {
  const assets = new Set([...shared, ...pages.flatMap((page) => page.assets)])
  return [
    ...pages.map(({ path, file }) => ({
      path,
      endpoint: always(file, (text) => text.replace(navigation, links(path))),
    })),
    ...[...assets].map((name) => ({ path: `/assets/${name}`, endpoint: always(name, (text) => text) })),
  ]
}

/** The place in each page where the links to all of them go. */
const navigation = '<!-- pages -->'

function links(here: string): string {
  return pages
    .map(({ path, name }) => `<a href="${path}"${path === here ? ' aria-current="page"' : ''}>${name}</a>`)
    .join('')
}

function always(file: string, edited: (text: string) => string): () => Answer {
  const [, folder, type] = folders.find(([ending]) => file.endsWith(ending))!
  const body = new TextEncoder().encode(edited(readFileSync(join(root, folder, file), 'utf8')))
  const answer = { status: 200, type, body, maxAge, headers: ['Referrer-Policy', 'no-referrer'] }
  return () => answer
}
