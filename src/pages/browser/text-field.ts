/** The field of the text to encode. One line feed at its very end is not part of the text: it came with a paste, or starts a line that is still empty. */

import { unescaped } from '../../api/escapes.ts'
import { byId, made } from './dom.ts'
import { words } from './words.ts'

export const field = byId('text', HTMLTextAreaElement)
/** Live: says that a line feed was taken off. */
const end = byId('text-end', HTMLElement)
/** Shows the control characters of the text. */
const controls = byId('text-controls', HTMLElement)

const escapes = byId('escapes', HTMLInputElement)
const escapesField = byId('for-escapes', HTMLElement)

/** Whether the text has escapes in place of characters. */
export const hasEscapes = (): boolean => escapes.checked && !escapesField.hidden

/** Offers escapes, or not: the editor of GS1 messages reads what is in the field. */
export function offerEscapes(isOffered: boolean): void {
  escapesField.hidden = !isOffered
}

/** Whether the text that is being pasted has lost its line feed. */
let isShortened = false

/** The text to encode. */
export function text(): string {
  return field.value.replace(/\n$/, '')
}

/** Fills the field so that text() returns `value`, with every line break as a line feed. */
export function setText(value: string): void {
  field.value = value.replace(/\r\n?/g, '\n').replace(/\n$/, '\n\n')
}

/** Whether the text is the unchanged sample of a symbology. */
export function isSample(kind: HTMLSelectElement): boolean {
  return [...kind.options].some(({ dataset }) => dataset.sample === field.value)
}

/** Replaces the text by the sample of the chosen symbology if it is the unchanged sample of another. */
export function updateSample(kind: HTMLSelectElement): void {
  const { sample } = kind.selectedOptions[0]?.dataset ?? {}
  if (sample !== undefined && isSample(kind)) field.value = sample
}

/** Shows below the field what cannot be seen in it, and what its escapes stand for. */
export function showHidden(): void {
  const message = isShortened || field.value.endsWith('\n') ? words.text.lineFeed : ''
  if (end.textContent !== message) end.textContent = message
  const meant = hasEscapes() ? unescaped(text()) : text()
  // the service says what is wrong with an escape
  const plain = typeof meant === 'string' ? meant : text()
  const present = [...new Set(plain)].filter((character) => shortName(character) !== undefined)
  const legend = present.flatMap((character, i) => [i === 0 ? '' : ', ', pictured(character), ` ${nameOf(character)}`])
  controls.replaceChildren(
    ...(present.length === 0 && plain === text()
      ? []
      : [made('code', { dir: 'auto' }, ...excerpt(plain)), made('span', { class: 'legend' }, ...legend)]),
  )
}

/** Characters of a long text that are shown, and those before its first control character. */
const longest = 300
const before = 20

/** The text with pictures of its control characters; of a long one, the part from its first control character on. */
function excerpt(text: string): (string | Node)[] {
  const characters = [...text]
  const first = characters.findIndex((character) => shortName(character) !== undefined)
  const from = characters.length > longest ? Math.max(0, first - before) : 0
  const shown = characters.slice(from, from + longest).map(pictured)
  return [from > 0 ? '…' : '', ...shown, from + longest < characters.length ? '…' : '']
}

/** A control character as its picture (Unicode, Control Pictures); the style sheet writes the short name, because few fonts have the picture. */
function pictured(character: string): string | HTMLElement {
  const name = shortName(character)
  if (name === undefined) return character
  return made('span', { class: 'control', 'data-name': name }, pictureOf(character))
}

/** The picture of a control character. */
export function pictureOf(control: string): string {
  const code = control.codePointAt(0) ?? 0
  return code < 0x20 ? String.fromCodePoint(0x2400 + code) : code === 0x7f ? '\u2421' : '\u2426'
}

/** The control characters from NUL on, in the order of their codes, and last DEL. */
const names = Object.entries(words.text.controls)

/** Short name and name. */
const controlAt = (code: number) => (code < 0x20 ? names[code] : code === 0x7f ? names.at(-1) : undefined)

/** The short name of a control character, or its number if it has none; undefined for others. */
function shortName(character: string): string | undefined {
  const code = character.codePointAt(0) ?? 0
  return controlAt(code)?.[0] ?? (code > 0x7f && code < 0xa0 ? code.toString(16).toUpperCase() : undefined)
}

function nameOf(character: string): string {
  const code = character.codePointAt(0) ?? 0
  return controlAt(code)?.[1] ?? words.text.control(`U+00${code.toString(16).toUpperCase()}`)
}

/** Takes the line feed off a text that is pasted at the end, as spreadsheets add one to a cell. */
field.addEventListener('paste', (event) => {
  const pasted = event.clipboardData?.getData('text/plain').replace(/\r\n?/g, '\n') ?? ''
  if (field.selectionEnd < field.value.length || !/[^\n]\n$/.test(pasted)) return
  isShortened = true
  // unlike an assignment, this keeps the browser's undo
  if (document.execCommand('insertText', false, pasted.slice(0, -1))) event.preventDefault()
  isShortened = false
})
