/** Labels that are read back: a scanner types what they say, and the page tells whether it is the label that was expected. */

import { jobs as words } from '../../words/jobs/en.ts'
import { buttonFor, byId, made } from '../dom.ts'
import type { KeyField } from '../key-field.ts'
import { Remembered } from '../remembered.ts'
import { objectIn, passed, type ServiceClient } from '../service.ts'
import { type Misreading, misreadingOf } from './keyboard-layouts.ts'
import { play } from './sounds.ts'
import type { Verbs } from './verbs.ts'

/** How far a job is. */
interface Progress {
  readonly job: string
  readonly printer: string
  readonly labels: number
  readonly read: number
  readonly next: { readonly label: number; readonly text: string } | undefined
}

const results = ['right', 'out_of_order', 'double', 'wrong'] as const
type Result = (typeof results)[number]

/** GS, which scanners send for FNC1: as a key it is Ctrl and ]. */
const separator = '\u001d'

export class Scanning {
  readonly #service: ServiceClient
  readonly #key: KeyField
  readonly #verbs: Verbs
  readonly #section = byId('scanning', HTMLElement)
  readonly #list = byId('scans', HTMLElement)
  readonly #panel = byId('scan-panel', HTMLElement)
  readonly #expected = byId('expected', HTMLElement)
  readonly #place = byId('scan-place', HTMLElement)
  readonly #input = byId('scan', HTMLInputElement)
  readonly #result = byId('scan-result', HTMLElement)
  readonly #again = byId('scan-again', HTMLButtonElement)
  readonly #sound = byId('scan-sound', HTMLInputElement)
  readonly #keptSound = new Remembered('scan-sound', 3)
  /** The job whose labels are read now. */
  #now: Progress | undefined
  /** What was typed and is not answered. */
  #typed: string[] = []
  #isSending = false
  /** Whether the job that the address names was opened, as links of other pages do: /jobs#scan-17. */
  #isNamedOpened = false

  constructor(service: ServiceClient, key: KeyField, verbs: Verbs) {
    this.#service = service
    this.#key = key
    this.#verbs = verbs
    byId('scan-form', HTMLFormElement).addEventListener('submit', (event) => {
      event.preventDefault()
      this.#take()
    })
    this.#input.addEventListener('keydown', (event) => {
      // a computer with another keyboard has another character on the key of the bracket
      if (event.ctrlKey && (event.key === ']' || (event.code === 'BracketRight' && this.#input.value !== ''))) {
        event.preventDefault()
        this.#insert(separator)
      }
      // scanners may end a label with it; in an empty field it goes on to the next control
      if (event.key === 'Tab' && !event.shiftKey && this.#input.value !== '') {
        event.preventDefault()
        this.#take()
      }
    })
    document.addEventListener('keydown', (event) => this.#catch(event))
    this.#sound.checked = this.#keptSound.text !== 'off'
    this.#sound.addEventListener('change', () => {
      this.#keptSound.keep(this.#sound.checked ? 'on' : 'off')
      if (this.#sound.checked) play('right')
    })
    this.#again.addEventListener('click', () => void this.#reprint())
    byId('scan-close', HTMLButtonElement).addEventListener('click', () => this.#close())
  }

  /** Takes what was typed as a label. */
  #take(): void {
    const { value } = this.#input
    this.#input.value = ''
    if (value.trim() === '' || this.#now === undefined) return
    this.#typed.push(value)
    void this.#send()
  }

  #insert(text: string): void {
    const { selectionStart, selectionEnd } = this.#input
    this.#input.setRangeText(text, selectionStart ?? 0, selectionEnd ?? 0, 'end')
  }

  /**
   * Catches the first key of a scan while labels are read, wherever the focus is, and gives the focus to the field for the others.
   * A field that a person types in keeps its keys, and so does a button that is pressed with the space bar.
   */
  #catch(event: KeyboardEvent): void {
    const { key, target } = event
    if (this.#now?.next === undefined || event.defaultPrevented || event.isComposing) return
    const isCommand = (event.ctrlKey || event.altKey || event.metaKey) && !event.getModifierState('AltGraph')
    if ([...key].length !== 1 || key === ' ' || isCommand || isTypedIn(target)) return
    event.preventDefault()
    this.#input.focus()
    this.#insert(key)
  }

  /** The jobs whose labels are left to be read. */
  async refresh(signal: AbortSignal): Promise<void> {
    const outcome = await this.#service.ask('api/v1/scans', signal)
    // a service of another version has none
    if (outcome.kind !== 'done') return
    const { scans } = objectIn(await outcome.response.json().catch(() => undefined))
    const all = (Array.isArray(scans) ? scans : []).flatMap((each: unknown) => progressIn(each) ?? [])
    this.#list.replaceChildren(...all.map((each) => this.#row(each)))
    this.#section.hidden = all.length === 0 && this.#now === undefined
    this.#list.hidden = this.#now !== undefined
    const named = all.find(({ job }) => location.hash === `#scan-${job}`)
    if (named !== undefined && !this.#isNamedOpened) {
      this.#isNamedOpened = true
      this.#open(named)
    }
  }

  #row(progress: Progress): HTMLElement {
    const { job, printer, labels, read } = progress
    const about = made('span', {}, words.readOf(printer, job, read, labels))
    return made(
      'li',
      {},
      about,
      buttonFor(words.readLabels, () => this.#open(progress)),
    )
  }

  #open(progress: Progress): void {
    this.#now = progress
    this.#typed = []
    this.#tell(undefined, '')
    this.#show()
    this.#panel.hidden = false
    this.#list.hidden = true
    this.#input.focus()
  }

  #close(): void {
    this.#now = undefined
    this.#panel.hidden = true
    this.#list.hidden = false
    const signal = new AbortController().signal
    void this.refresh(signal).then(() => {
      const next = this.#list.querySelector('button')
      if (next === null) byId('told', HTMLElement).focus()
      else next.focus()
    })
  }

  #show(): void {
    if (this.#now === undefined) return
    const { next, labels, read, printer, job } = this.#now
    byId('scan-title', HTMLElement).textContent = words.readOf(printer, job, read, labels)
    this.#place.textContent = next === undefined ? '' : words.nextLabel(next.label, labels)
    this.#expected.textContent = next === undefined ? words.allRead(labels) : shown(next.text)
    this.#again.hidden = next === undefined
    this.#again.textContent = next === undefined ? '' : words.printAgain(next.label)
    byId('scan-form', HTMLFormElement).hidden = next === undefined
    if (next === undefined) byId('scan-close', HTMLButtonElement).focus()
  }

  /** Sends what was typed, one after the other; what the service had no time for is sent again. */
  async #send(): Promise<void> {
    if (this.#isSending) return
    this.#isSending = true
    const signal = new AbortController().signal
    let isRepeated = false
    for (let text = this.#typed[0]; text !== undefined && this.#now !== undefined; text = this.#typed[0]) {
      const query = new URLSearchParams({ text })
      const target = `api/v1/scans/${this.#now.job}?${query}`
      const outcome = await this.#service.ask(target, undefined, { headers: { 'Quietzone-Print': 'yes' } })
      if (outcome.kind === 'later' || outcome.kind === 'unanswered') {
        this.#tell(undefined, outcome.kind === 'later' ? words.moment : words.unanswered)
        isRepeated ||= outcome.kind === 'unanswered'
        await passed(outcome.seconds * 1000, signal)
        continue
      }
      this.#typed.shift()
      if (outcome.kind === 'refused') {
        this.#key.heed(outcome)
        this.#tell('wrong', outcome.message)
        continue
      }
      this.#heed(await outcome.response.json().catch(() => undefined), text, isRepeated)
      isRepeated = false
    }
    this.#isSending = false
  }

  /** @param isRepeated  whether the same was sent before and its answer was lost: then it was read already */
  #heed(answer: unknown, text: string, isRepeated: boolean): void {
    const { result: told, label } = objectIn(answer)
    const progress = progressIn(answer)
    const found = results.find((each) => each === told)
    const before = this.#now
    if (progress === undefined || found === undefined || before === undefined) return
    this.#now = progress
    const result = isRepeated && found === 'double' && label === before.next?.label ? 'right' : found
    const misreading = result === 'wrong' ? misreadingOf(text, before.next?.text ?? '') : undefined
    const said =
      misreading === undefined
        ? words.scanned[result](Number(label), shown(text), before.next?.label ?? 0)
        : misreadingText(misreading, shown(text))
    this.#tell(result, said)
    this.#show()
  }

  async #reprint(): Promise<void> {
    const { next, job } = this.#now ?? {}
    if (next === undefined || job === undefined) return
    const query = { from: `${next.label}`, to: `${next.label}`, reason: words.notRead }
    const told = await this.#verbs.do({ id: job }, 'reprint', query, (made) => words.reprinted(made?.id ?? ''))
    if (told !== undefined) this.#tell(undefined, told.text)
    this.#input.focus()
  }

  #tell(result: Result | undefined, text: string): void {
    this.#result.textContent = text
    if (result === undefined) delete this.#result.dataset.result
    else this.#result.dataset.result = result
    if (result !== undefined && this.#sound.checked) play(result)
  }
}

/** Controls into which nobody types a text. */
const untyped: readonly string[] = ['button', 'checkbox', 'radio', 'submit']

/** Whether a key pressed here is typed into a field. */
function isTypedIn(target: EventTarget | null): boolean {
  if (target instanceof HTMLInputElement) return !untyped.includes(target.type)
  return target instanceof HTMLTextAreaElement || (target instanceof HTMLElement && target.isContentEditable)
}

/** The label that was expected, typed for another keyboard: what it is, and what to do. */
function misreadingText(misreading: Misreading, text: string): string {
  if (misreading.kind === 'capsLock') return words.misread.capsLock(text)
  const { scanner, computer } = misreading
  const names = words.misread.keyboards
  return words.misread.keyboard(text, scanner && names[scanner], computer && names[computer])
}

/** A text with pictures of its control characters. */
const shown = (text: string): string =>
  text.replace(/\p{Cc}/gu, (character) => String.fromCodePoint(0x2400 + character.charCodeAt(0)))

function progressIn(value: unknown): Progress | undefined {
  const { job, printer, labels, read, next } = objectIn(value)
  const isCounted = typeof labels === 'number' && typeof read === 'number'
  if (typeof job !== 'number' || typeof printer !== 'string' || !isCounted) return undefined
  const { label, text } = objectIn(next)
  const isNext = typeof label === 'number' && typeof text === 'string'
  return { job: `${job}`, printer, labels, read, next: isNext ? { label, text } : undefined }
}
