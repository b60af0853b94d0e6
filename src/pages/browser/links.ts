import { byId } from './dom.ts'
import { chosenAs, defaultTarget, fragment, kindName, product, target } from './form.ts'
import { text } from './text-field.ts'
import { words } from './words.ts'

/** Texts to copy, by name: each is in the field `<name>-link`, with the button `<name>-copy`. */
const links: Readonly<Record<string, () => string>> = {
  page: () => address(fragment()),
  url: () => address(defaultTarget()),
  // sharp on every screen
  img: () => `<img src="${escaped(address(target('svg')))}" alt="${escaped(`${kindName()}: ${text()}`)}">`,
  // shells do not interpret the characters that form encoding leaves between double quotes
  curl: () => `curl -f -o ${fileName()} "${address(defaultTarget())}"`,
}

/** The whole address that `relative` is in this page. */
const address = (relative: string): string => new URL(relative, document.baseURI).href

function fileName(): string {
  return product() === 'label' ? `label-${chosenAs('size')}-${chosenAs('type')}.pdf` : `${chosenAs('type')}.png`
}

function escaped(value: string): string {
  return value.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;').replace(/"/g, '&quot;')
}

function fieldOf(name: string): HTMLInputElement {
  return byId(`${name}-link`, HTMLInputElement)
}

export function showLinks(): void {
  for (const [name, link] of Object.entries(links)) fieldOf(name).value = link()
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
