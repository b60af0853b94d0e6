/** What the form describes, taken elsewhere: as files, as a picture for the clipboard, and as addresses to copy. */

import { byId } from './dom.ts'
import type { DrawingPage, PageDrawing } from './drawing.ts'
import { nameIn, saveFile } from './files.ts'
import type { Form } from './form.ts'
import type { SavedFormat } from './form-controls.ts'
import { words } from './words.ts'

/** Shows the result of an action. */
type Say = (message: string) => void

const formats = ['png', 'svg', 'pdf', 'zpl'] as const satisfies readonly SavedFormat[]

/** Wires the links that save a file. The service may refuse in one format what it draws in another, so the response is checked before anything is saved. */
export function wireDownloads(page: DrawingPage, drawing: PageDrawing, say: Say): void {
  for (const format of formats) {
    const link = byId(`download-${format}`, HTMLAnchorElement)
    // the link's URL is for those who copy it or open it in a new tab
    for (const event of ['focus', 'pointerenter']) {
      link.addEventListener(event, () => {
        link.href = page.form.target(format)
      })
    }
    link.addEventListener('click', async (event) => {
      if (event.ctrlKey || event.metaKey || event.shiftKey) return
      event.preventDefault()
      if ((await drawing.ready()) !== undefined) await save(format, page, say)
    })
  }
}

async function save(format: SavedFormat, { form, service, faults }: DrawingPage, say: Say): Promise<void> {
  const outcome = await service.ask(form.target(format))
  switch (outcome.kind) {
    case 'done': {
      const blob = await outcome.response.blob().catch(() => undefined)
      if (blob === undefined) return say(words.label.downloadUnanswered)
      const name = nameIn(outcome.response) ?? `barcode.${format}`
      saveFile(blob, name)
      return say(words.label.saved(name))
    }
    case 'refused':
      faults.show(outcome)
      return say(outcome.message)
    case 'unanswered':
      return say(words.label.downloadUnanswered)
    case 'later':
      return say(words.label.downloadLater(outcome.seconds))
  }
}

/** Wires the button that copies the picture, as a PNG, which all programs take. */
export function wireCopyImage(page: DrawingPage, drawing: PageDrawing, say: Say): void {
  const button = byId('copy-image', HTMLButtonElement)
  // browsers give a clipboard for pictures to pages from https and localhost alone
  button.hidden = typeof navigator.clipboard?.write !== 'function'
  button.addEventListener('click', async () => {
    let problem = words.label.imageNotCopied
    const png = pictureOf(page, drawing, (message) => {
      problem = message
    })
    // a browser that refuses the clipboard, or is slow to grant it, does not look at the picture: why there is none is said all the same
    png.catch(() => undefined)
    try {
      // the browser allows this only in answer to the click: it waits for the picture itself
      await navigator.clipboard.write([new ClipboardItem({ 'image/png': png })])
      say(words.label.imageCopied)
    } catch {
      say(problem)
    }
  })
}

/** @throws Error if there is no picture; `explain` is told why */
async function pictureOf({ form, service, faults }: DrawingPage, drawing: PageDrawing, explain: Say): Promise<Blob> {
  if ((await drawing.ready()) === undefined) {
    explain('')
    throw new Error('the form cannot be drawn')
  }
  const outcome = await service.ask(form.target('png'))
  switch (outcome.kind) {
    case 'done':
      return outcome.response.blob()
    case 'refused':
      faults.show(outcome)
      explain(outcome.message)
      break
    case 'unanswered':
      explain(words.label.copyUnanswered)
      break
    case 'later':
      explain(words.label.copyLater(outcome.seconds))
  }
  throw new Error('the service gave no picture')
}

/** Texts to copy, by name: each is in the field `<name>-link`, with the button `<name>-copy`. */
const links: Readonly<Record<string, (form: Form) => string>> = {
  page: (form) => address(form.fragment()),
  url: (form) => address(form.target()),
  // sharp on every screen
  img: (form) => `<img src="${escaped(address(form.target('svg')))}" alt="${escaped(altOf(form))}">`,
  // shells do not interpret the characters that form encoding leaves between double quotes
  curl: (form) => `curl -f -o ${fileName(form)} "${address(form.target())}"`,
}

/** The whole address that `relative` is in this page. */
const address = (relative: string): string => new URL(relative, document.baseURI).href

const altOf = (form: Form): string => (form.design === '' ? `${form.kindName}: ${form.text.value}` : form.design)

function fileName(form: Form): string {
  if (form.design !== '') return `label-${form.design}.pdf`
  const type = form.chosen('type')
  return form.product === 'label' ? `label-${form.chosen('size')}-${type}.pdf` : `${type}.png`
}

function escaped(value: string): string {
  return value.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;').replace(/"/g, '&quot;')
}

function fieldOf(name: string): HTMLInputElement {
  return byId(`${name}-link`, HTMLInputElement)
}

export function showLinks(form: Form): void {
  for (const [name, link] of Object.entries(links)) fieldOf(name).value = link(form)
  if (form.product === 'label') byId('as-design', HTMLAnchorElement).href = `designs#edit?${form.requestForLabel()}`
}

/** Milliseconds for which a button's result is shown. */
const shown = 2500

export function wireLinks(): void {
  for (const name of Object.keys(links)) {
    const button = byId(`${name}-copy`, HTMLButtonElement)
    const result = byId(`${name}-copied`, HTMLElement)
    const field = fieldOf(name)
    let timer: number | undefined
    field.addEventListener('focus', () => field.select())
    button.addEventListener('click', async () => {
      result.textContent = ''
      clearTimeout(timer)
      const copied = await copy(field, button)
      // the field stays selected
      result.textContent = copied ? words.links.copied : words.links.notAllowed
      timer = window.setTimeout(() => {
        result.textContent = ''
      }, shown)
    })
  }
}

/** The clipboard API exists only on pages from https or localhost; otherwise the selection is copied. */
async function copy(field: HTMLInputElement, button: HTMLButtonElement): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(field.value)
    return true
  } catch {
    field.select()
    const copied = document.execCommand('copy')
    if (copied) button.focus()
    return copied
  }
}
