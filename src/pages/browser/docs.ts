/** The pages of the API below /docs: a form, code and an answer for the operation of a page, and a search through all. */

import { ApiDescription, type Json, objectIn } from '../openapi.ts'
import { buttonFor, byId, made, wireLanguageLinks } from './dom.ts'
import { workbench } from './operation.ts'
import { wireSearch } from './search-form.ts'
import { ServiceClient } from './service.ts'
import { words } from './words.ts'

function openPage(): void {
  wireLanguageLinks()
  wireSearch(byId('description', HTMLElement))
  const place = document.getElementById('workbench')
  if (place === null) followFormerAnchor()
  else void load(place, new ServiceClient())
}

/** The element that the address names was a section of one page of all: now it has a link to the page that it has become. */
function followFormerAnchor(): void {
  const former = document.getElementById(fragmentOf(location))
  const link = former?.closest<HTMLAnchorElement>('a[id]') ?? former?.querySelector<HTMLAnchorElement>(':scope > a')
  if (link != null) location.replace(link.href)
}

/** What the address names in the page; empty if it names nothing, or in no percent-encoding of UTF-8. */
function fragmentOf({ hash }: Location): string {
  try {
    return decodeURIComponent(hash.slice(1))
  } catch {
    return ''
  }
}

/** Puts a form in place of the table of parameters. */
async function load(place: HTMLElement, service: ServiceClient): Promise<void> {
  const outcome = await service.ask(place.dataset.description ?? '')
  switch (outcome.kind) {
    case 'later':
      return again(place, service, outcome.seconds, `${words.service.later(outcome.seconds)} (${outcome.message})`)
    case 'unanswered':
      return again(place, service, outcome.seconds, words.service.unanswered(outcome.seconds))
    case 'refused':
      return say(place, made('p', { lang: 'en' }, outcome.message))
    case 'done': {
      const api = new ApiDescription(objectIn((await outcome.response.json()) as Json), words.docs)
      const operation = api.operations.find(({ is }) => is.operationId === place.dataset.operation)
      if (operation !== undefined)
        place.replaceChildren(workbench(api, operation, new URL(place.dataset.root ?? '', document.baseURI)))
    }
  }
}

/** Loads again after `seconds`, or when asked to. */
function again(place: HTMLElement, service: ServiceClient, seconds: number, why: string): void {
  const timer = setTimeout(load, seconds * 1000, place, service)
  const button = buttonFor(words.service.tryNow, () => {
    clearTimeout(timer)
    void load(place, service)
  })
  say(place, made('p', {}, why), button)
}

/** Says something before the table of parameters, in place of what was said before. */
function say(place: HTMLElement, ...nodes: readonly Node[]): void {
  const said = place.querySelector('.said') ?? made('div', { class: 'said', role: 'status' })
  said.replaceChildren(...nodes)
  place.prepend(said)
}

openPage()
