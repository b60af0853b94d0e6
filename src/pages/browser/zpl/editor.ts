/** The text of a program with marks at its commands, which stand behind the text field in the same letters. */

import { byId, made } from '../dom.ts'
import { ProgramText, type TextRange } from './program-text.ts'
import type { FindingKind } from './report.ts'

/** A command that something is found about. */
export interface Mark extends TextRange {
  readonly kind: FindingKind
}

/** The characters of the longest text that has marks: longer ones would be laid out twice for long. */
const mostMarked = 200_000

export interface EditorEvents {
  /** The program is another one. */
  changed(): void
  /** The caret is at this character. */
  moved(character: number): void
}

export class Editor {
  readonly #text = byId('text', HTMLTextAreaElement)
  readonly #behind = byId('marks', HTMLElement)
  #program = ProgramText.ofText(this.#text.value)
  #marks: readonly Mark[] = []

  constructor({ changed, moved }: EditorEvents) {
    this.#text.addEventListener('input', () => {
      this.#program = ProgramText.ofText(this.#text.value)
      changed()
    })
    this.#text.addEventListener('scroll', () => this.#follow())
    document.addEventListener('selectionchange', () => {
      if (document.activeElement === this.#text) moved(this.#text.selectionStart)
    })
  }

  get program(): ProgramText {
    return this.#program
  }

  /** Shows another program, which can be changed if it is a text. */
  set program(program: ProgramText) {
    this.#program = program
    this.#text.value = program.text
    this.#text.readOnly = !program.isText
    byId('binary', HTMLElement).hidden = program.isText
    this.mark([])
  }

  focus(): void {
    this.#text.focus()
  }

  /** Marks commands; of those that overlap the first one, so that faults are given before warnings and notes. */
  mark(marks: readonly Mark[]): void {
    const free: Mark[] = []
    for (const mark of marks) {
      if (free.every(({ from, to }) => mark.to <= from || mark.from >= to)) free.push(mark)
    }
    this.#marks = free.toSorted((a, b) => a.from - b.from)
    this.#draw()
  }

  /** Selects a part of the text and brings it into view. */
  select(range: TextRange): void {
    this.#text.focus({ preventScroll: true })
    this.#text.setSelectionRange(range.from, range.to)
    this.#text.scrollTop = this.#heightAt(range) - this.#text.clientHeight / 3
    byId('editor', HTMLElement).scrollIntoView({ block: 'nearest' })
  }

  /** How far below the beginning of the text a part of it is, in CSS pixels. */
  #heightAt({ from }: TextRange): number {
    const { text } = this.#program
    if (text.length > mostMarked) return (this.#text.scrollHeight * from) / text.length
    const place = made('span')
    this.#behind.replaceChildren(text.slice(0, from), place, text.slice(from))
    const height = place.offsetTop
    this.#draw()
    return height
  }

  #draw(): void {
    const { text } = this.#program
    const parts: (Node | string)[] = []
    let end = 0
    if (text.length <= mostMarked) {
      for (const { from, to, kind } of this.#marks) {
        parts.push(text.slice(end, from), made('mark', { 'data-kind': kind }, text.slice(from, to)))
        end = to
      }
      // a line feed at the end has a line behind it in a text field alone
      parts.push(`${text.slice(end)} `)
    }
    this.#behind.replaceChildren(...parts)
    this.#follow()
  }

  #follow(): void {
    this.#behind.scrollTop = this.#text.scrollTop
  }
}
