import { readdirSync, readFileSync } from 'node:fs'
import { extname, join, sep } from 'node:path'
import type { Answer, MediaType } from '../answer.ts'
import { resolutions } from '../layout/resolution.ts'
import { root } from '../root.ts'
import { advice } from './advice.ts'
import { commonFields, fieldsOf, optionFields } from './fields.ts'
import { escaped } from './html.ts'
import { applicationOptions, checkTypes, explainTypes, labelTypes, offLabelHint } from './type-selects.ts'

interface Page {
  readonly path: string
  /** In the navigation of every page. */
  readonly name: string
  readonly title: string
  /** The page's content is `<program>.html`, its script browser/<program>.ts. */
  readonly program: string
  /** Style sheets besides page.css, which every page has. */
  readonly styles: readonly string[]
}

/** The pages for people, in the order of the navigation. A new page is one row here, and its files in this folder. */
const pages: readonly Page[] = [
  {
    path: '/',
    name: 'Labels',
    title: 'barcodes and labels',
    program: 'label',
    styles: ['form', 'label', 'gs1', 'print'],
  },
  { path: '/explain', name: 'Explain', title: 'explain a symbol', program: 'explain', styles: ['form', 'explain'] },
  { path: '/check', name: 'Check', title: 'check a symbol', program: 'check', styles: ['form', 'explain', 'check'] },
  { path: '/docs', name: 'API', title: 'the API', program: 'docs', styles: ['docs'] },
]

/** Each is served as /assets/<name>. */
const assets = ['icon.svg', ...new Set(['page', ...pages.flatMap(({ styles }) => styles)].map((name) => `${name}.css`))]

/**
 * The compiled modules for browsers: the scripts of the pages and their imports. Each is served under its path in this
 * folder, /assets/src/pages/browser/<name>.js, so that relative imports resolve.
 */
const programs = 'build/browser'

const types: Readonly<Record<string, MediaType>> = {
  '.html': 'text/html; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.js': 'text/javascript; charset=utf-8',
}

/** Seconds that a page and its assets may be cached; short, so that after an upgrade both soon have the same version. */
const maxAge = 60

export interface Served {
  readonly path: string
  readonly endpoint: () => Answer
}

/** Every page and asset. All files are read when the service starts; no request opens a file. */
export function pagesServed(): readonly Served[] {
  const modules = readdirSync(join(root, programs), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.js'))
    .map((name) => name.split(sep).join('/'))
  return [
    ...pages.map((page) => ({ path: page.path, endpoint: constantAnswer('.html', documentOf(page)) })),
    ...assets.map((name) => ({ path: `/assets/${name}`, endpoint: file(join('src/pages', name)) })),
    ...modules.map((name) => ({ path: `/assets/${name}`, endpoint: file(join(programs, name)) })),
  ]
}

function documentOf(page: Page): string {
  const styles = ['page', ...page.styles].map((name) => `    <link rel="stylesheet" href="/assets/${name}.css">\n`)
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
    <meta name="color-scheme" content="light dark">
    <title>quietzone: ${page.title}</title>
    <link rel="icon" href="/assets/icon.svg" type="image/svg+xml">
${styles.join('')}    <script type="module" src="/assets/src/pages/browser/${page.program}.js"></script>
  </head>
  <body>
    <header class="top">
      <a class="name" href="/">quietzone</a>
      <nav aria-label="Pages">${links(page.path)}</nav>
    </header>
${contentOf(page)}  </body>
</html>
`
}

function links(here: string): string {
  return pages
    .map(({ path, name }) => `<a href="${path}"${path === here ? ' aria-current="page"' : ''}>${name}</a>`)
    .join('')
}

/** The generated parts of a page's content; `<!-- name -->` in the HTML marks their places. */
const parts: Readonly<Record<string, () => string>> = {
  'label types': labelTypes,
  'off-label hint': offLabelHint,
  'label fields': () => fieldsOf('label'),
  'barcode fields': () => fieldsOf('barcode'),
  'common fields': commonFields,
  resolutions: () => escaped(JSON.stringify(resolutions)),
  advice: () => escaped(JSON.stringify(advice)),
  'explain types': explainTypes,
  options: optionFields,
  'check types': checkTypes,
  applications: applicationOptions,
}

function contentOf({ program }: Page): string {
  const html = readFileSync(join(root, 'src/pages', `${program}.html`), 'utf8')
  return html.replace(/<!-- (.+?) -->/g, (_, name: string) => {
    const part = parts[name]
    if (part === undefined) throw new Error(`${program}.html: there is no part named ${name}`)
    return part()
  })
}

function file(path: string): () => Answer {
  return constantAnswer(extname(path), readFileSync(join(root, path), 'utf8'))
}

function constantAnswer(extension: string, text: string): () => Answer {
  const body = new TextEncoder().encode(text)
  const type = types[extension]!
  const answer = { status: 200, type, body, maxAge, headers: ['Referrer-Policy', 'no-referrer'] }
  return () => answer
}
