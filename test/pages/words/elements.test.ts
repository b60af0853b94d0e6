/** Elements of contents have their names in every language: each title of the source, and none that it has not. */

import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { contentOf } from '../../../src/content/index.ts'
import { contentNames, contentTitles } from '../../../src/content/names.ts'
import { languageCodes, languages, type PageLanguage, usualLanguage } from '../../../src/pages/words/index.ts'
import { contentLines } from '../../../src/reader/check/report-text.ts'
import { root } from '../../../src/root.ts'

const folder = join(root, 'src/content')
const sources = readdirSync(folder).filter((name) => name.endsWith('.ts'))
const sourceOf = (name: string): string => readFileSync(join(folder, name), 'utf8')

/** All that a pattern finds in a source, its first group. */
const found = (name: string, pattern: RegExp): string[] =>
  Array.from(sourceOf(name).matchAll(pattern), ([, title]) => title!)

/** Titles as a report has them, by the ways in which the source writes them. */
const titles = new Set([
  'content',
  ...contentNames.map((kind) => contentTitles[kind]),
  ...sources.flatMap((name) => found(name, /element\(\{[^}]*\btitle: '([^']+)'/g)),
  ...found('data-identifiers.ts', /^ {2}\['\w+', '([^']+)'/gm),
  ...found('isbt128-structures.ts', /^ {2}\['.{2,5}', '\d{3}', '([^']+)'/gm),
  ...found('isbt128-structures.ts', /title: '([^']+)'/g),
  ...found('isbt128-structures.ts', /^ {2}\["..", '\d{3}', '([^']+)'/gm),
  ...found('isbt128-structures.ts', /^ {2}\['&"', '027', '([^']+)'/gm),
  ...['bcbp-items.ts', 'iso15434.ts', 'epc.ts'].flatMap((name) =>
    found(name, /^ +(?:'\d\d': )?\{ .*?title: '([^']+)'/gm),
  ),
  ...['hibc-provider.ts', 'text-elements.ts', 'contacts.ts', 'wifi.ts'].flatMap((name) =>
    found(name, /^ {2}\w+: '([A-Z][^']*[a-z][^']*)',$/gm),
  ),
  ...found('hibc.ts', /title: '([^']+)'/g),
])

/** Titles that only faults have. */
const faultTitles: readonly string[] = ['HIBC', 'Form of the date']

const others = languageCodes.filter((code): code is Exclude<PageLanguage, 'en'> => code !== usualLanguage)

t.test('each title of an element is said in every language', async (t) => {
  t.ok(titles.size > 500, `${titles.size} titles`)
  const known = sources.map(sourceOf).join('\n')
  for (const code of others) {
    const said = { ...(await languages[code].identifiers()), ...(await languages[code].elements()) }
    const missing = [...titles].filter((title) => said[title] === undefined && !faultTitles.includes(title))
    t.same(missing, [], code)
    for (const [title, text] of Object.entries(said)) {
      t.match(text, /\S/, `${code}: ${title}`)
      // a name of two parts is put together
      const isKnown = known.includes(`'${title}'`) || title.split(': ').every((part) => known.includes(`${part}`))
      t.ok(isKnown || title === 'content', `${code}: "${title}" is a title`)
    }
  }
})

t.test('a report says its elements in the language of the page', async (t) => {
  const titles = { ...(await languages.de.identifiers()), ...(await languages.de.elements()) }
  const said = (text: string) => contentLines(contentOf(text)!, (english) => titles[english] ?? english)
  t.same(said('+/EAH783B'), [
    'Inhalt: HIBC',
    '  + HIBC-Kennzeichen: +',
    '  WHERE Ort: E, Geschäftsunterlage',
    '  A Hersteller: H783',
    '  CHK Prüfzeichen: B',
  ])
  const message = said('[)>\x1e06\x1d14D20261231\x1e\x04').join()
  t.match(message, /14D Verfallsdatum: 20261231, 2026-12-31/)
  t.match(message, /06, Datenidentifikatoren/)
})
