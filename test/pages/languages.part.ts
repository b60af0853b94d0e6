/** Which language a page is in. */

import t from 'tap'
import { languageCodes } from '../../src/pages/words/index.ts'
import { ask, served } from '../server/http/wire.ts'
import { absent } from './browser.ts'
import { on } from './label-page.ts'

const service = await served()
t.teardown(() => service.close())

/** The language of the page that answers a request with this header. */
async function answered(path: string, accepted?: string): Promise<string> {
  const headers = accepted === undefined ? [] : [`Accept-Language: ${accepted}`]
  const { headers: own, body } = await ask(service.port, `GET ${path}`, headers)
  const language = /<html lang="(\w+)">/.exec(body.toString())?.[1] ?? ''
  t.equal(own.get('content-language'), language)
  t.equal(own.get('vary'), 'Accept-Language')
  return language
}

t.test('the browser’s language chooses, by its weights', async (t) => {
  const expected: readonly (readonly [header: string | undefined, language: string])[] = [
    [undefined, 'en'],
    ['', 'en'],
    ['de', 'de'],
    ['DE-at', 'de'],
    ['es-419,es;q=0.9,en;q=0.8', 'es'],
    ['fr-CH, fr;q=0.9, en;q=0.8, de;q=0.7, *;q=0.5', 'en'],
    ['fr, de;q=0.7, es;q=0.8', 'es'],
    ['en;q=0.5 , de ; q=0.500', 'en'],
    ['en;q=0, de;q=0.001', 'de'],
    ['de;q=0', 'en'],
    ['*, de;q=0.5', 'en'],
    ['de;q=2, es;q=x, deutsch, es_ES, ;;q=1', 'en'],
    [`${'fr,'.repeat(400)}de`, 'en'],
  ]
  for (const [header, language] of expected) t.equal(await answered('/', header), language, `${header}`)
})

t.test('the address chooses before the browser, and links keep what it chose', async (t) => {
  t.equal(await answered('/docs?lang=es', 'de'), 'es')
  t.equal(await answered('/docs?a=b&lang=ES-mx&c', 'de'), 'es')
  for (const none of ['fr', '', '%64e', 'toString']) t.equal(await answered(`/?lang=${none}`, 'de'), 'de', none)
  t.equal(await answered('/?alang=es', 'de'), 'de')
  const page = async (path: string) => (await ask(service.port, `GET ${path}`, ['Accept-Language: de'])).body.toString()
  t.match(await page('/check?lang=es'), '<a href="explain?lang=es">Explicar</a>')
  t.match(await page('/check'), '<a href="explain">Erklären</a>')
  for (const code of languageCodes) {
    t.match(await page('/check'), `<link rel="alternate" hreflang="${code}" href="?lang=${code}">`)
  }
})

t.test('one address, one answer for each language', async (t) => {
  const [en, de] = await Promise.all(
    ['en', 'de'].map((code) => ask(service.port, 'GET /', [`Accept-Language: ${code}`])),
  )
  t.not(en!.headers.get('etag'), de!.headers.get('etag'))
  const again = await ask(service.port, 'GET /', ['Accept-Language: de', `If-None-Match: ${de!.headers.get('etag')}`])
  t.equal(again.status, 304)
  t.equal(again.headers.get('vary'), 'Accept-Language', 'caches keep it')
  const other = await ask(service.port, 'GET /', ['Accept-Language: en', `If-None-Match: ${de!.headers.get('etag')}`])
  t.equal(other.status, 200)
})

t.test('the link to another language keeps what was typed', absent, async (t) => {
  await on(t, '?lang=es#type=qr&text=a%26b', async ({ page }) => {
    await page.locator('#paper img[alt*="a&b"]').waitFor()
    await page.locator('.languages a[hreflang=de]').click()
    await page.waitForURL('**/?lang=de#**')
    await page.locator('#paper img[alt*="a&b"]').waitFor()
    t.equal(await page.evaluate('document.documentElement.lang'), 'de')
    t.equal(await page.locator('#text').inputValue(), 'a&b')
    t.equal(await page.locator('#type').inputValue(), 'qr')
  })
})
