/** An operation on its page below /docs: a form of its parameters, its request as code, and the answer of the service beside it. */

import type { ApiDescription, DescribedParameter, Operation } from '../openapi.ts'
import { buttonFor, made } from './dom.ts'
import { Remembered } from './remembered.ts'
import { objectIn } from './service.ts'
import { addressOf, type CodeLanguage, codeOf, languages, type QueryPair, type SnippetRequest } from './snippets.ts'
import { words } from './words.ts'

/** Headers of answers that are worth knowing; the others are the same for all. */
const shownHeaders = [
  'Content-Type',
  'Content-Length',
  'X-Dimension',
  'Quietzone-Warning',
  'Quietzone-Ignored',
  'Quietzone-Rows',
  'Retry-After',
  'RateLimit',
  'ETag',
  'Deprecation',
  'Link',
]

/** The most characters of an answer that are shown. */
const longestShown = 20_000

/** File names' endings of media types that are files; JSON, metrics and the like are read at once. */
const endings: Readonly<Record<string, readonly string[]>> = {
  'image/png': ['png'],
  'image/svg+xml': ['svg'],
  'application/pdf': ['pdf'],
  'application/zpl': ['zpl'],
}

/** What has no media type of its own: most languages of printers. */
const raw = 'application/octet-stream'

/** A parameter with the element for its value. */
interface Field {
  readonly parameter: DescribedParameter
  readonly input: HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement
}

/** The fields of what is sent: its media type, none if that is empty, and its text. */
interface BodyFields {
  readonly type: HTMLSelectElement
  readonly text: HTMLTextAreaElement
}

/** The language of the code, which all pages of operations have in common while they are open. */
class CodeChoice {
  #language: CodeLanguage = languages.find((language) => language === lastLanguage.text) ?? 'curl'
  readonly #listeners: (() => void)[] = []

  get language(): CodeLanguage {
    return this.#language
  }

  choose(language: CodeLanguage): void {
    this.#language = language
    lastLanguage.keep(language)
    for (const listener of this.#listeners) listener()
  }

  onChange(listener: () => void): void {
    this.#listeners.push(listener)
  }
}

/**
 * The form, the code and the answer of an operation: its parameters on the left, the rest on the right.
 *
 * @param root  the address of the service
 */
export function workbench(api: ApiDescription, operation: Operation, root: URL): HTMLElement {
  return new Workbench(api, operation, root).element
}

class Workbench {
  readonly element: HTMLElement
  readonly #api: ApiDescription
  readonly #root: URL
  readonly #operation: Operation
  readonly #fields: readonly Field[]
  readonly #body: BodyFields | undefined
  readonly #address: HTMLElement = made('p', { class: 'address' })
  readonly #code = made('code')
  readonly #answer = made('div', { class: 'answered', 'aria-live': 'polite' })
  readonly #id: string
  /** The address of what is shown, which is released when something else is. */
  #shown: string | undefined
  #asked = new AbortController()

  constructor(api: ApiDescription, operation: Operation, root: URL) {
    const choice = new CodeChoice()
    this.#api = api
    this.#root = root
    this.#operation = operation
    this.#id = wordsIn(operation.is.operationId)
    this.#fields = api.parametersOf(operation).map((parameter) => ({ parameter, input: inputFor(parameter, this.#id) }))
    this.#body = this.#bodyFields()
    const form = made('form', { class: 'parameters' })
    const sections = [
      ...(this.#body === undefined ? [] : [this.#bodySection(this.#body)]),
      ...(this.#fields.length === 0 ? [] : [made('h2', {}, words.docs.parameters)]),
      ...this.#fields.map((field) => this.#row(field)),
    ]
    form.append(...sections)
    for (const event of ['input', 'change']) form.addEventListener(event, () => this.#update(choice.language))
    form.addEventListener('submit', (event) => {
      event.preventDefault()
      void this.#send()
    })
    choice.onChange(() => this.#update(choice.language))
    this.element = made('div', { class: 'operation' }, form, this.#panel(choice))
    this.#update(choice.language)
  }

  /** A parameter: its name, its field, and what it means; what it accepts is folded. */
  #row({ parameter, input }: Field): HTMLElement {
    const { name, required, description, accepted, otherwise, example } = parameter
    const use = buttonFor(example, () => {
      input.value = example
      input.dispatchEvent(new Event('input', { bubbles: true }))
      input.focus()
    })
    use.className = 'inline'
    use.setAttribute('aria-label', `${words.docs.use} ${name}: ${example}`)
    const [first, rest] = firstSentence(description)
    return made(
      'div',
      { class: 'parameter row' },
      made(
        'p',
        { class: 'name' },
        made('label', { for: input.id }, made('code', {}, name)),
        ...(required ? [made('small', { class: 'required' }, words.docs.required)] : []),
        ...(parameter.in === 'header' ? [made('small', {}, words.docs.header)] : []),
      ),
      made('div', { class: 'value' }, input, ...optionsOf(parameter, input)),
      made(
        'details',
        { class: 'about' },
        made('summary', {}, made('span', { lang: 'en', id: `${input.id}-note` }, ...prose(first))),
        ...(rest === '' ? [] : [made('p', { lang: 'en' }, ...prose(rest))]),
        made(
          'p',
          { class: 'accepted' },
          accepted,
          ...(otherwise === '' ? [] : [`; ${words.docs.default}: ${otherwise}`]),
        ),
        made('small', {}, `${words.docs.use} `, use),
      ),
    )
  }

  #bodyFields(): BodyFields | undefined {
    const bodies = this.#api.bodiesOf(this.#operation)
    if (bodies.length === 0) return undefined
    const isOptional = this.#api.whole(this.#operation.is.requestBody).required !== true
    const choices = [...(isOptional ? [{ type: '', example: '' }] : []), ...bodies]
    const type = made('select', { id: `${this.#id}-type` })
    type.append(...choices.map((each) => made('option', { value: each.type }, each.type || words.docs.none)))
    const text = made('textarea', { id: `${this.#id}-body`, rows: '5', spellcheck: 'false' })
    const fill = (): void => {
      text.value = choices.find((each) => each.type === type.value)!.example
      text.disabled = type.value === ''
    }
    type.addEventListener('change', fill)
    fill()
    return { type, text }
  }

  #bodySection({ type, text }: BodyFields): HTMLElement {
    const { description } = this.#api.whole(this.#operation.is.requestBody)
    const notes = this.#api.bodiesOf(this.#operation).filter((each) => each.description !== '')
    return made(
      'div',
      { class: 'parameter' },
      made('h2', {}, words.docs.body),
      ...(description === undefined ? [] : [made('p', { lang: 'en' }, ...prose(wordsIn(description)))]),
      ...notes.map((each) => made('p', { lang: 'en' }, made('code', {}, each.type), ' ', ...prose(each.description))),
      made('div', { class: 'value' }, made('label', { for: type.id }, words.docs.mediaType), type),
      made('div', { class: 'value' }, made('label', { for: text.id }, words.docs.content), text),
    )
  }

  /** The address, the code in the language that is chosen, and the answer. */
  #panel(choice: CodeChoice): HTMLElement {
    const tabs = languages.map((language) => {
      const radio = made('input', { type: 'radio', name: `${this.#id}-language`, value: language })
      const follow = (): void => {
        radio.checked = choice.language === language
      }
      radio.addEventListener('change', () => choice.choose(language))
      choice.onChange(follow)
      follow()
      return made('label', {}, radio, made('span', {}, language))
    })
    const copied = made('span', { role: 'status' })
    const copy = buttonFor(words.docs.copy, async () => {
      try {
        await navigator.clipboard.writeText(this.#code.textContent)
        copied.textContent = words.docs.copied
      } catch {
        // no clipboard without TLS: select the code instead, so that a key copies it
        getSelection()?.selectAllChildren(this.#code)
        copied.textContent = words.docs.selected
      }
    })
    const send = buttonFor(words.docs.send, () => this.#send())
    send.className = 'main'
    return made(
      'div',
      { class: 'panel' },
      this.#address,
      made(
        'fieldset',
        { class: 'tabs' },
        made('legend', { class: 'visually-hidden', id: `${this.#id}-code` }, words.docs.codeIn),
        ...tabs,
      ),
      made('pre', { tabindex: '0', 'aria-labelledby': `${this.#id}-code`, role: 'group' }, this.#code),
      made('div', { class: 'actions' }, send, copy, copied),
      this.#answer,
    )
  }

  /** What the form says. Fields that are empty are left out. */
  #request(): SnippetRequest {
    const { method, path } = this.#operation
    const given = (place: DescribedParameter['in']): QueryPair[] =>
      this.#fields
        .filter(({ parameter, input }) => parameter.in === place && input.value !== '')
        .map(({ parameter, input }) => [parameter.name, wellFormed(input.value)])
    const query = given('query')
    const type = this.#body?.type.value || undefined
    const headers = [...given('header'), ...(type === undefined ? [] : [['Content-Type', type] as const])]
    const inPath = new Map(given('path'))
    const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(inPath.get(name) ?? ''))
    const { href } = new URL(`.${filled}`, this.#root)
    const file = this.#fileOf(new Map(query).get('format'))
    return {
      method,
      url: href,
      query,
      headers,
      ...(type !== undefined && { body: wellFormed(this.#body!.text.value) }),
      ...(file !== undefined && { file }),
      isJson: file === undefined && !this.#types().some((each) => each.startsWith('text/plain')),
    }
  }

  /** The media types of the answer. */
  #types(): readonly string[] {
    const { responses } = this.#operation.is
    return Object.keys(objectIn(this.#api.whole(objectIn(responses)['200'] as never).content))
  }

  /** The name for the file that is the answer, by the format that is asked for; undefined if it is not one. */
  #fileOf(format: string | undefined): string | undefined {
    const { otherwise: usual, values = [] } =
      this.#fields.find(({ parameter }) => parameter.name === 'format')?.parameter ?? {}
    const named = Object.values(endings).flat()
    const others = values.filter((value) => !named.includes(value))
    const possible = this.#types().flatMap((type) => endings[type] ?? (type === raw ? others : []))
    const ending = [format, usual, possible[0]].find((each) => each !== undefined && possible.includes(each))
    return ending === undefined ? undefined : `${this.#id}.${ending}`
  }

  #update(language: CodeLanguage): void {
    const request = this.#request()
    const address = addressOf(request)
    const { pathname, search } = new URL(address)
    const shown = pathname + search
    this.#address.replaceChildren(
      made('span', { class: 'method' }, request.method),
      ' ',
      request.method === 'GET' ? made('a', { href: address }, shown) : made('code', {}, shown),
    )
    this.#code.textContent = codeOf(request, language)
  }

  async #send(): Promise<void> {
    this.#asked.abort()
    this.#asked = new AbortController()
    const { signal } = this.#asked
    const request = this.#request()
    const { method, headers, body } = request
    this.#answer.replaceChildren(made('p', {}, words.docs.sending))
    try {
      const sent = { method, headers: headers.map(([name, value]) => [name, value] as [string, string]), signal }
      const response = await fetch(addressOf(request), {
        ...sent,
        ...(body !== undefined && { body }),
        cache: 'no-store',
      })
      const bytes = await response.blob()
      const nodes = await this.#nodesOf(response, bytes, request)
      if (!signal.aborted) this.#answer.replaceChildren(...nodes)
    } catch (error) {
      if (!signal.aborted)
        this.#answer.replaceChildren(made('p', { class: 'failed' }, words.docs.unanswered, ` (${error})`))
    }
  }

  /** An answer: its status, its headers, what to do if it is an error, and its content. */
  async #nodesOf(response: Response, bytes: Blob, request: SnippetRequest): Promise<readonly HTMLElement[]> {
    const { status, statusText, headers, ok } = response
    const line = made(
      'p',
      { class: ok ? 'status' : 'status failed' },
      made('strong', {}, `${status} ${statusText}`.trim()),
    )
    const known = shownHeaders.flatMap((name) => {
      const value = headers.get(name)
      return value === null ? [] : [made('div', {}, made('dt', {}, name), made('dd', {}, value))]
    })
    const list = made('dl', { class: 'headers', lang: 'en' }, ...known)
    const type = headers.get('Content-Type') ?? ''
    if (this.#shown !== undefined) URL.revokeObjectURL(this.#shown)
    this.#shown = URL.createObjectURL(bytes)
    if (bytes.size === 0) return [line, list]
    const name =
      ok && request.file !== undefined
        ? request.file
        : `${this.#id}.${endings[type] ?? (type.includes('json') ? 'json' : 'txt')}`
    const save = made('p', {}, made('a', { href: this.#shown, download: name }, words.docs.save(name)))
    if (type.startsWith('image/')) {
      return [
        line,
        made('img', {
          src: this.#shown,
          alt: words.docs.picture(request.query.map((pair) => pair.join('=')).join(', ')),
        }),
        save,
        list,
      ]
    }
    if (type.startsWith('application/pdf')) return [line, save, list]
    const text = await bytes.text()
    const shown = type.startsWith('application/json') ? JSON.stringify(JSON.parse(text), null, 2) : text
    const cut = shown.length > longestShown ? `${shown.slice(0, longestShown)}\n…` : shown
    const content = made('pre', { tabindex: '0', lang: 'en', 'aria-label': words.docs.answer, role: 'group' }, cut)
    return [line, ...(ok ? [] : this.#repairs(text)), content, save, list]
  }

  /** What to do about an error: by its code, and what the service suggests. */
  #repairs(text: string): readonly HTMLElement[] {
    const { code, faults } = objectIn(objectIn(JSON.parse(text)).error)
    const note = this.#api.errors.get(String(code))
    const advice =
      note === undefined || note.cure === '' ? [] : [made('p', { lang: 'en' }, ...prose(`${note.cause} ${note.cure}`))]
    const suggestions = (Array.isArray(faults) ? faults : []).flatMap((fault) =>
      Object.entries(objectIn(objectIn(fault).suggestion)),
    )
    const values = new Map(suggestions.map(([name, value]) => [name, String(value)]))
    const fields = this.#fields.filter(({ parameter }) => values.has(parameter.name))
    if (fields.length === 0) return advice
    const repaired = fields.map(({ parameter: { name } }) => `${name}=${values.get(name)}`).join('&')
    const repair = buttonFor(words.docs.repair(repaired), () => {
      for (const { parameter, input } of fields) {
        input.value = values.get(parameter.name)!
        input.dispatchEvent(new Event('input', { bubbles: true }))
      }
      void this.#send()
    })
    return [...advice, made('p', {}, repair)]
  }
}

/** The field of a parameter. Those that are required have their example, so that the request can be sent at once. */
function inputFor(parameter: DescribedParameter, operation: string): Field['input'] {
  const { name, values, suggested, isLong, required, example, otherwise } = parameter
  const attributes = { id: `${operation}-${name}`, 'aria-describedby': `${operation}-${name}-note` }
  const value = required ? example : ''
  if (values !== undefined) {
    const none = required
      ? []
      : [made('option', { value: '' }, otherwise === '' ? words.docs.none : `${words.docs.default}: ${otherwise}`)]
    const select = made('select', attributes, ...none, ...values.map((each) => made('option', { value: each }, each)))
    select.value = value
    return select
  }
  const typed = { ...attributes, autocomplete: 'off', spellcheck: 'false' }
  const list = suggested.length === 0 ? {} : { list: `${operation}-${name}-values` }
  const input = isLong ? made('textarea', { ...typed, rows: '1' }) : made('input', { ...typed, ...list, type: 'text' })
  input.value = value
  return input
}

/** The values that a field offers while others are possible. */
function optionsOf({ suggested }: DescribedParameter, { id }: Field['input']): readonly HTMLElement[] {
  if (suggested.length === 0) return []
  return [made('datalist', { id: `${id}-values` }, ...suggested.map((value) => made('option', { value })))]
}

/** Text as UTF-8 can say it: half of a surrogate pair is U+FFFD, as it is in the address. */
const wellFormed = (text: string): string => new TextDecoder().decode(new TextEncoder().encode(text))

const wordsIn = (value: unknown): string => (value === undefined || value === null ? '' : String(value))

/** The language of code that was chosen last, on any page of an operation. */
const lastLanguage = new Remembered('code', 20)

/** The first sentence or clause of a description, and the rest. */
function firstSentence(text: string): readonly [first: string, rest: string] {
  const [, first = text, rest = ''] = /^(.*?[.;])\s+(.*)$/s.exec(text) ?? []
  // code is not cut in two
  return first.split('`').length % 2 === 0 ? [text, ''] : [first, rest]
}

/** Text as nodes; parts between backticks become code. */
export function prose(text: string): (Node | string)[] {
  return text.split('`').map((part, i) => (i % 2 === 0 ? part : made('code', {}, part)))
}
