/** The search through the documents and the operations of the API, in place of what a page shows. */

import { byId, made } from './dom.ts'
import { extractOf, type Searched, type SearchHit, search } from './search.ts'
import { words } from './words.ts'

/** The most results that are listed. */
const mostListed = 30

/** Lets the form search. @param shown  what a page shows while nothing is looked for */
export function wireSearch(shown: HTMLElement): void {
  const contents = byId('contents', HTMLDetailsElement)
  // on a phone the list would stand before the document
  if (!matchMedia('(min-width: 56.01rem)').matches) contents.open = false
  const form = byId('search', HTMLFormElement)
  const field = byId('query', HTMLInputElement)
  const found = byId('found', HTMLElement)
  const places = byId('places', HTMLElement)
  const { index = '', root = '' } = form.dataset
  let pages: Promise<readonly Searched[]> | undefined

  const load = async (): Promise<readonly Searched[]> => {
    const answer = await fetch(index)
    if (!answer.ok) throw new Error(`${index}: ${answer.status}`)
    return answer.json()
  }

  /** Shows what is found in place of the document, or the document if nothing is looked for. */
  const show = async (): Promise<void> => {
    const query = field.value.trim()
    found.hidden = query === ''
    shown.hidden = query !== ''
    if (query === '') return
    pages ??= load()
    try {
      const results = search(await pages, query)
      // unless more has been typed meanwhile
      if (query === field.value.trim()) places.replaceChildren(...resultsOf(results, query, root))
    } catch {
      pages = undefined
      places.replaceChildren(made('p', { role: 'status' }, words.manual.unanswered))
    }
  }

  const clear = (): void => {
    field.value = ''
    void show()
  }

  field.addEventListener('input', show)
  field.addEventListener('keydown', (event) => {
    if (event.key === 'Escape') clear()
  })
  form.addEventListener('submit', async (event) => {
    event.preventDefault()
    await show()
    places.querySelector('a')?.focus()
  })
  // a link to another place of the same page
  addEventListener('hashchange', () => {
    clear()
    document.getElementById(decodeURIComponent(location.hash.slice(1)))?.scrollIntoView()
  })
  form.hidden = false
}

/** What is found: how much, and links to it. @param root  the address of the service, from the page */
function resultsOf(found: readonly SearchHit[], query: string, root: string): readonly HTMLElement[] {
  const language = new URLSearchParams(location.search).get('lang')
  const chosen = language === null ? '' : `?lang=${encodeURIComponent(language)}`
  const items = found.slice(0, mostListed).map(({ page, anchor, heading, text }) => {
    const href = `${root}${page.address.slice(1)}${chosen}${anchor === '' ? '' : `#${anchor}`}`
    const name = heading === page.title ? heading : `${page.title}: ${heading}`
    const extract = extractOf(text, query).map((piece, i) => (i % 2 === 1 ? made('mark', {}, piece) : piece))
    return made('li', {}, made('a', { href }, name), made('p', {}, ...extract))
  })
  const count = made('p', { role: 'status' }, words.manual.found(found.length, mostListed))
  return items.length === 0 ? [count] : [count, made('ol', { lang: 'en' }, ...items)]
}
