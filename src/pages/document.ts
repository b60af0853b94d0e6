/**
 * The pages as HTML in each language, and the files that they load: one script, which may import others, and one style sheet each, the
 * worker of `/check`, and what the search of the documents looks through.
 */

import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliDecompressSync } from 'node:zlib'
import type { MediaType } from '../answer.ts'
import { resolutions } from '../layout/resolution.ts'
import { root } from '../root.ts'
import { commonFields, escapesField, fieldsOf, optionFields, wordFields } from './fields.ts'
import { element, escaped } from './html.ts'
import {
  applicationOptions,
  bounds,
  checkTypes,
  clauseRows,
  columnChoices,
  contentChoices,
  designResolutions,
  documentFormats,
  explainTypes,
  healBytes,
  healFits,
  healFormats,
  healHeads,
  jobStates,
  labelSizes,
  labelTypes,
  offLabelHint,
  printerLanguageOptions,
  printerResolutions,
  profileOptions,
  scopeChoices,
  stockSizes,
  tableOptions,
  zplBytes,
  zplFormats,
  zplHeads,
} from './selects.ts'
import { languageCodes, languages, type PageLanguage, type PageWords } from './words/index.ts'

export interface HtmlPage {
  readonly path: string
  /** The page's content is `<program>.html`, its script browser/<program>.ts; its name and title are in the words of each language. */
  readonly program: 'label' | 'designs' | 'jobs' | 'setup' | 'explain' | 'check' | 'zpl' | 'heal' | 'docs' | 'manual'
  /** Style sheets besides page.css, which every page has. */
  readonly styles: readonly string[]
}

/**
 * The pages, in the order of the navigation. A new page is one row here, and its files in this folder. Every address in them is
 * relative, because a proxy may put any path before it.
 */
export const pages: readonly HtmlPage[] = [
  { path: '/', program: 'label', styles: ['form', 'label', 'many', 'gs1', 'print'] },
  { path: '/designs', program: 'designs', styles: ['form', 'designs'] },
  { path: '/jobs', program: 'jobs', styles: ['form', 'jobs'] },
  { path: '/explain', program: 'explain', styles: ['form', 'explain'] },
  { path: '/check', program: 'check', styles: ['form', 'explain', 'check'] },
  { path: '/zpl', program: 'zpl', styles: ['form', 'zpl'] },
  { path: '/heal', program: 'heal', styles: ['form', 'heal'] },
  { path: '/setup', program: 'setup', styles: ['form', 'setup'] },
  { path: '/docs', program: 'docs', styles: ['docs', 'manual', 'operations'] },
  { path: '/docs/index', program: 'manual', styles: ['docs', 'manual'] },
]

/** The words of every language. */
export const wordsOf = Object.fromEntries(
  await Promise.all(languageCodes.map(async (language) => [language, await languages[language].words()] as const)),
) as { readonly [L in PageLanguage]: PageWords }

/** The language of a page, and whether it was chosen by the address, so that links to other pages must keep it. */
export interface Spoken {
  readonly language: PageLanguage
  readonly isChosen: boolean
  /** Whether the browser is of a country with metric measures. */
  readonly isMetric?: boolean
}

/** The HTML of a page. */
export function documentOf(page: HtmlPage, spoken: Spoken): string {
  const { isMetric, ...words } = wordsOf[spoken.language]
  const content = contentOf(page, { ...words, isMetric: isMetric || spoken.isMetric === true })
  return framed(page, page.path, spoken, words.pages[page.program].title, content)
}

/**
 * A page of HTML round a content.
 *
 * @param page  whose script and styles it has, and which the navigation marks
 * @param path  where it is served
 */
export function framed(page: HtmlPage, path: string, spoken: Spoken, title: string, content: string): string {
  const { language } = spoken
  const words = wordsOf[language]
  const here = (to: string): string => relative(to, path)
  const others = languageCodes.map((code) => `    <link rel="alternate" hreflang="${code}" href="?lang=${code}">\n`)
  const preloads = sharedScripts(page, language).map(
    ({ path: file }) => `    <link rel="modulepreload" href="${here(file)}">\n`,
  )
  return `<!doctype html>
<html lang="${language}">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
    <meta name="color-scheme" content="light dark">
    <title>quietzone: ${escaped(title)}</title>
    <link rel="icon" href="${here(iconPath)}" type="image/svg+xml">
${others.join('')}    <link rel="stylesheet" href="${here(styleOf(page).path)}">
    <script type="module" src="${here(script(page, language).path)}"></script>
${preloads.join('')}  </head>
  <body>
    <header class="top">
      <a class="name" href="${addressOf('/', path, spoken)}">quietzone</a>
      <nav aria-label="${escaped(words.pages.navigation)}">${pageLinks(page, path, spoken)}</nav>
      <nav class="languages" aria-label="${escaped(words.pages.languages)}">${languageLinks(language)}</nav>
    </header>
${content}  </body>
</html>
`
}

/** A path of the service as an address in the page at `from`. */
export function relative(path: string, from = '/'): string {
  const up = '../'.repeat(from.split('/').length - 2)
  return up + path.slice(1) || './'
}

/** The address of a page, with an anchor or without, in the page at `from`; it keeps a language that was chosen. */
export function addressOf(path: string, from: string, { language, isChosen }: Spoken): string {
  const [page = '', anchor] = path.split('#')
  return `${relative(page, from)}${isChosen ? `?lang=${language}` : ''}${anchor === undefined ? '' : `#${anchor}`}`
}

function pageLinks(here: HtmlPage, from: string, spoken: Spoken): string {
  const { pages: names } = wordsOf[spoken.language]
  return pages
    .map((page) => {
      const { name } = names[page.program]
      const current = page === here && (page.path === from ? 'page' : 'true')
      const link = page.program === 'setup' ? geared(name) : escaped(name)
      return element('a', { href: addressOf(page.path, from, spoken), 'aria-current': current }, link)
    })
    .join('')
}

/** A name with the sign that stands for it where there is no room for all names in a line. */
const geared = (name: string): string =>
  element('span', { class: 'gear', title: name }, gear, element('span', {}, escaped(name)))

const gear =
  '<svg viewBox="0 0 16 16" aria-hidden="true"><circle cx="8" cy="8" r="4.5"/><circle cx="8" cy="8" r="6.5" stroke-dasharray="2.55"/></svg>'

/** Each language in itself, by its code: all names do not fit on a phone. A script adds the rest of the page's address. */
function languageLinks(spoken: PageLanguage): string {
  return languageCodes
    .map((code) => {
      const { name } = languages[code]
      const attributes = {
        href: `?lang=${code}`,
        hreflang: code,
        lang: code,
        title: name,
        'aria-label': `${code.toUpperCase()}: ${name}`,
      }
      return element('a', { ...attributes, 'aria-current': code === spoken && 'true' }, code.toUpperCase())
    })
    .join('')
}

/** The generated parts of a page's content; `<!-- name -->` in the HTML marks their places. */
const parts: Readonly<Record<string, (words: PageWords) => string>> = {
  'label types': labelTypes,
  'off-label hint': offLabelHint,
  contents: contentChoices,
  'label fields': (words) => fieldsOf('label', false, words),
  'label fields set once': (words) => fieldsOf('label', true, words),
  'barcode fields': (words) => fieldsOf('barcode', false, words),
  'barcode fields set once': (words) => fieldsOf('barcode', true, words),
  'word fields': wordFields,
  escapes: escapesField,
  'common fields': commonFields,
  'design resolutions': designResolutions,
  'stock sizes': stockSizes,
  resolutions: () => escaped(JSON.stringify(resolutions)),
  'explain types': explainTypes,
  'clause rows': clauseRows,
  options: optionFields,
  'check types': checkTypes,
  'job states': jobStates,
  'printer languages': printerLanguageOptions,
  'printer resolutions': printerResolutions,
  scopes: scopeChoices,
  checker: () => relative(checker().path),
  applications: applicationOptions,
  profiles: profileOptions,
  'key field': (words) => filledFile('key-field', words),
  'key or code field': (words) => filledFile('key-field', words).replace('{{printers.key}}', '{{setup.keyOrCode}}'),
  'many source': (words) => filledFile('many-source', words),
  'many result': (words) => filledFile('many-result', words),
  table: tableOptions,
  bounds,
  'column choices': columnChoices,
  'document formats': documentFormats,
  'heal bytes': healBytes,
  'heal fits': healFits,
  'heal formats': healFormats,
  'heal heads': healHeads,
  'label sizes': labelSizes,
  'zpl formats': zplFormats,
  'zpl heads': zplHeads,
  'zpl bytes': zplBytes,
}

/** The page's HTML with its parts, and with its words: `{{label.heading}}` is the text `heading` of the section `label`. */
export function contentOf({ program }: HtmlPage, words: PageWords): string {
  return filledFile(program, words).replace(/\{\{(\w+)\.(\w+)\}\}/g, (name, section: string, key: string) => {
    const texts: { readonly [name: string]: unknown } = words[section as 'label'] ?? {}
    const text = texts[key]
    if (typeof text !== 'string') throw new Error(`${program}.html: there is no text for ${name}`)
    return escaped(text)
  })
}

/** An HTML file of this folder with its parts, some of which are files too. */
function filledFile(file: string, words: PageWords): string {
  return textOf(`src/pages/${file}.html`).replace(/<!-- (.+?) -->/g, (_, name: string) => {
    const part = parts[name]
    if (part === undefined) throw new Error(`${file}.html: there is no part named ${name}`)
    return part(words)
  })
}

export interface Asset {
  /** Its name has a digest of its content. */
  readonly path: string
  readonly type: MediaType
  readonly text: string
}

/** The path of the icon, which all pages have. */
export const iconPath = '/assets/icon.svg'

/** The script of a page in one language: all of its modules that it loads at once, as bin/bundle.mjs bundles them. */
export function script(page: HtmlPage, language: PageLanguage): Asset {
  return scripts(page, language)[0]!
}

/** What the script of a page imports at once, so that browsers need not read that first to know it. */
const sharedScripts = (page: HtmlPage, language: PageLanguage): readonly Asset[] =>
  scripts(page, language).filter(({ path }) => path.endsWith('.shared.js'))

/** The files of the script of a page in one language, in a folder that is named by the content of all: they import each other by their names. */
export function scripts({ program }: HtmlPage, language: PageLanguage): readonly Asset[] {
  const name = `${program}.${language}`
  const known = scriptsByName.get(name)
  if (known !== undefined) return known
  const files = [`${name}.js`, ...bundles.filter((file) => file.startsWith(`${name}.`) && file !== `${name}.js`)]
  const texts = files.map((file) => textOf(`build/pages/${file}.br`))
  const digest = digestOf(texts.join('\0'))
  const made = files.map((file, i) => ({ path: `/assets/${digest}/${file}`, type: scriptType, text: texts[i]! }))
  scriptsByName.set(name, made)
  return made
}

const scriptsByName = new Map<string, readonly Asset[]>()

const bundles = readdirSync(join(root, 'build/pages'))
  .filter((file) => file.endsWith('.js.br'))
  .map((file) => file.slice(0, -'.br'.length))
  .sort()

const scriptType: MediaType = 'text/javascript; charset=utf-8'

/** What the worker of the page `/check` runs. */
export function checker(): Asset {
  return asset('checker', '.js', scriptType, () => textOf('build/pages/checker.js.br'))
}

/** What the search of the documents looks through. */
export function searched(): Asset {
  return asset('search', '.json', 'application/json', () => textOf('build/pages/search.json.br'))
}

/** The style sheet of a page: several as one, in their order. */
export function styleOf({ program, styles }: HtmlPage): Asset {
  const text = (): string => ['page', ...styles].map((name) => textOf(`src/pages/${name}.css`)).join('\n')
  return asset(program, '.css', 'text/css; charset=utf-8', text)
}

/** What has been read, by name: pages and their answers name the same. */
const assets = new Map<string, Asset>()

function asset(name: string, extension: string, type: MediaType, read: () => string): Asset {
  const known = assets.get(name + extension)
  if (known !== undefined) return known
  const text = read()
  const made = { path: `/assets/${name}-${digestOf(text)}${extension}`, type, text }
  assets.set(name + extension, made)
  return made
}

const digestOf = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 16)

/** A file of the program; those that end in .br are unpacked. */
export function textOf(file: string): string {
  const bytes = readFileSync(join(root, file))
  return (file.endsWith('.br') ? brotliDecompressSync(bytes) : bytes).toString('utf8')
}
