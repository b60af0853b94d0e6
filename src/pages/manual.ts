/** The documents of the project as pages below /docs/, as bin/documents.mjs has rendered them from their Markdown. */

import { addressOf, contentOf, framed, pages, relative, type Spoken, searched, textOf, wordsOf } from './document.ts'
import { element, escaped } from './html.ts'

/** A document, which is in English. */
export interface ManualPage {
  /** Its path in the service. */
  readonly address: string
  readonly title: string
  /** Its content, whose addresses in the service begin with `/docs`. */
  readonly html: string
  /** Its headings below the title. */
  readonly headings: readonly (readonly [anchor: string, text: string])[]
}

interface Manual {
  /** The addresses of what the table of contents names, in its order. */
  readonly contents: readonly string[]
  readonly documents: readonly ManualPage[]
  readonly pictures: readonly { readonly address: string; readonly file: string }[]
}

export const manual = JSON.parse(textOf('build/pages/documents.json.br')) as Manual

const page = pages.find(({ program }) => program === 'manual')!

/** The documents of the project beside the manual that the navigation has. */
const ofProject = ['README', 'CHANGELOG', 'SECURITY', 'CONTRIBUTING'].map((name) => `/docs/project/${name}`)

/** The HTML of a document's page. */
export function manualPage(document: ManualPage, spoken: Spoken): string {
  const { address, html } = document
  const words = wordsOf[spoken.language]
  const parts: Readonly<Record<string, () => string>> = {
    index: () => relative(searched().path, address),
    root: () => relative('/', address),
    contents: () => links([page.path, ...manual.contents], document, spoken),
    project: () => links(ofProject, document, spoken),
    document: () => located(html, address, spoken),
  }
  const content = contentOf(page, words).replace(/\[\[(\w+)\]\]/g, (_, name: string) => parts[name]!())
  return framed(page, address, spoken, titleOf(document, spoken).text, content)
}

/** A title in the language of the page; in English, if there is none in that. */
function titleOf(
  { address, title }: ManualPage,
  { language }: Spoken,
): { readonly text: string; readonly lang?: 'en' } {
  const { titles } = wordsOf[language].manual as { readonly titles: { readonly [name: string]: string } }
  const text = titles[address.replace(/^\/docs\/(project\/)?/, '')]
  return text === undefined ? { text: title, lang: 'en' } : { text }
}

/** A list of links to documents; below the one that is shown are its headings. */
function links(addresses: readonly string[], here: ManualPage, spoken: Spoken): string {
  const items = addresses.flatMap((address) => {
    const document = manual.documents.find((each) => each.address === address)
    if (document === undefined) return []
    const { text, lang } = titleOf(document, spoken)
    const isHere = document === here
    const href = addressOf(address, here.address, spoken)
    const link = element('a', { href, lang, 'aria-current': isHere && 'page' }, escaped(text))
    return [element('li', {}, link, isHere ? headingsOf(document, spoken) : '')]
  })
  return element('ul', {}, ...items)
}

function headingsOf({ address, headings }: ManualPage, spoken: Spoken): string {
  if (headings.length === 0) return ''
  const items = headings.map(([anchor, text]) =>
    element('li', {}, element('a', { href: addressOf(`${address}#${anchor}`, address, spoken) }, escaped(text))),
  )
  return element('ul', { lang: 'en' }, ...items)
}

const isPicture = (address: string): boolean => /\.(png|svg)$/.test(address)

/** HTML whose addresses lead from the page at `from` to the documents, and keep the language. */
function located(html: string, from: string, spoken: Spoken): string {
  return html.replace(/ (href|src)="(\/docs[^"]*)"/g, (_, name: string, address: string) => {
    const there = isPicture(address) ? relative(address, from) : addressOf(address, from, spoken)
    return ` ${name}="${there}"`
  })
}
