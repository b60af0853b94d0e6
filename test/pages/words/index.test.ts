/** What the pages say in other languages is complete, and none of it is left in English. */

import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { languageCodes, languages, type PageLanguage, usualLanguage } from '../../../src/pages/words/index.ts'
import type { Parameter } from '../../../src/request/parameter.ts'
import { parameters } from '../../../src/request/params.ts'
import { root } from '../../../src/root.ts'
import { catalogue, type SymbologyOption, symbologies } from '../../../symbologies/index.ts'
import { inLongRun } from '../../random.ts'
import { ask, served } from '../../server/http/wire.ts'

const service = await served()
t.teardown(() => service.close())

const others = languageCodes.filter((language) => language !== usualLanguage)

/** Words that are English and nothing else. */
export const englishWords = /\b(the|of|with|this|these|are|and|your|than|each|only|from|choose|shown)\b/i

/** Texts that are the same in several languages: names, abbreviations, and words that a language has taken over. */
const same: { readonly [L in PageLanguage]?: RegExp } = {
  de: /^(API|ZPL|PDF|Auto|Text|GS1|Barcode|Barcodes|Symbol|Name|Parameter|Esc|Escape|in|0|Format|Website|IBAN|BIC|vCard|WPA, WPA2, WPA3|AB|05: GS1)$/,
  es: /^(API|ZPL|PDF|Auto|GS1|Esc|escape|no|Ctrl|0|HHMM|IBAN|BIC|vCard|WPA, WPA2, WPA3|AB|05: GS1| `\$\{\}, (bit )?\$\{\}`)$/,
  fr: /^(API|ZPL|PDF|Auto|GS1|SMS|Pages?|Module| `\$\{\} (× \$\{\} )?pixels`|modulation| `\$\{\} modules`|Code|Cause|Documents|Contact|Format|Latitude|Longitude|Message|Ctrl|0|HHMM|IBAN|BIC|vCard|WPA, WPA2, WPA3|AB|Lot)$/,
}

/** Texts by their paths; of a function, its program without its parameters, so that its words are left. */
function textsIn(value: unknown, path = ''): [path: string, text: string][] {
  if (typeof value === 'string') return [[path, value]]
  if (typeof value !== 'function') {
    return Object.entries(value as object).flatMap(([name, each]) => textsIn(each, `${path}.${name}`))
  }
  const [, parameters = '', program = ''] = /^\(?([\w, ]*)\)? =>(.*)$/s.exec(value.toString()) ?? []
  const names = parameters.match(/\w+/g) ?? []
  return [[path, program.replace(new RegExp(`\\b(${names.join('|')})\\b`, 'g'), '')]]
}

t.test('no text is left in English', inLongRun, async (t) => {
  for (const code of others) {
    const { [usualLanguage]: usual, [code]: language } = languages
    for (const kind of ['words', 'ais', 'faults', 'contents', 'elements', 'identifiers'] as const) {
      const english = new Map(textsIn(await usual[kind]()))
      for (const [path, text] of textsIn(await language[kind]())) {
        const label = `${code}${path}: ${text}`
        t.notMatch(text, englishWords, label)
        const isName = kind === 'ais' || path.startsWith('.tables') || same[code]?.test(text) || !/\p{L}{2}/u.test(text)
        if (!isName) t.not(text, english.get(path), label)
        if (path !== '.ais' && kind === 'words') t.not(text, '', label)
      }
    }
  }
})

/** Words that readers of a language took for others: a note is no objection, a default not "else", and certainly is not "safely". */
const misread: { readonly [L in PageLanguage]?: RegExp } = {
  de: /Einw(?:a|ä)nd|(['"`])Sonst\1/,
  es: /con seguridad/i,
}

t.test('no text has a word that readers have taken for another', (t) => {
  const folder = join(root, 'src/pages/words')
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  for (const [code, words] of Object.entries(misread)) {
    const own = files.filter((file) => file.endsWith(`${code}.ts`))
    t.ok(own.length > 5, `${own.length} files of ${code}`)
    for (const file of own) t.notMatch(readFileSync(join(folder, file), 'utf8'), words, file)
  }
  t.end()
})

/** Titles that need no translation: numbers, and names from standards. */
const isName = (title: string): boolean =>
  /^[\d.]+ [×:] [\d.]+( in| mm)?$|^[01]{3} \(\d\)$|^\d+(°| dpi|, [A-Z][\w -]+\d\w*|, Shift JIS|, ASCII)?$/.test(
    title,
  ) || /^(DMRE|ASCII|C40|X12|EDIFACT|Base 256|No|A|[a-z]+)$/.test(title)

/** What parameters and options have for people. */
interface Row {
  readonly title?: string
  readonly titles?: { readonly [value: string]: string }
  readonly groups?: { readonly [heading: string]: unknown }
  readonly purpose?: string
  readonly absent?: string
}

t.test('every title, hint and purpose of the tables is there, and none that no table has', async (t) => {
  const { label, barcode } = parameters
  const all: (readonly [name: string, row: Row])[] = [
    ...Object.entries<Parameter>(barcode),
    ...Object.entries<Parameter>(label),
    ...symbologies.flatMap((name) => Object.entries<SymbologyOption>(catalogue[name].options)),
  ]
  for (const code of others) {
    const { tables } = await languages[code].words()
    const missing: string[] = []
    const need = (there: { readonly [name: string]: string } | undefined, name: string, text: string) => {
      if (there?.[name] === undefined && !isName(text)) missing.push(`${code}: ${name}, ${text}`)
    }
    for (const [name, { title, titles = {}, groups = {}, purpose, absent }] of all) {
      if (title !== undefined) need(tables.titles, name, title)
      if (purpose !== undefined) need(tables.purposes, name, purpose)
      if (absent !== undefined) need(tables.absent, name, absent)
      for (const [value, text] of Object.entries(titles)) need(tables.values[name], value, text)
      for (const heading of Object.keys(groups)) need(tables.headings, heading, heading)
    }
    for (const name of symbologies) need(tables.hints, name, catalogue[name].hint)
    t.same(missing, [])
    const names = [tables.titles, tables.values, tables.purposes, tables.absent].flatMap(Object.keys)
    t.same(
      names.filter((name) => all.every(([other]) => other !== name)),
      [],
      'no words without a parameter',
    )
  }
})

t.test('the pages as they are served have no English, and every text that they name', inLongRun, async (t) => {
  for (const code of languageCodes) {
    for (const path of [
      '/',
      '/jobs',
      '/explain',
      '/check',
      '/zpl',
      '/heal',
      '/setup',
      '/docs',
      '/docs/errors',
      '/docs/operations/label',
    ]) {
      const html = (await ask(service.port, `GET ${path}?lang=${code}`)).body.toString()
      // what openapi.json and the documents say is English, and says so; values are words of the API
      const spoken = html.replace(
        /<(p|section|span|td|figure)\b[^>]* (?:lang="en"|class="accepted")[^>]*>.*?<\/\1>/gs,
        '',
      )
      t.notMatch(spoken, /\{\{\w|undefined|\[object/, `${code} ${path}`)
      if (code === usualLanguage) continue
      const attributes = spoken.matchAll(
        /\b(?:aria-label|placeholder|title|alt|label|data-hint|data-because)="([^"]*)"/g,
      )
      const texts = spoken.replace(/<(code|kbd)>.*?<\/\1>/g, '').matchAll(/>([^<>]+)</g)
      for (const [, text = ''] of [...attributes, ...texts]) t.notMatch(text, englishWords, `${code} ${path}`)
    }
  }
})
