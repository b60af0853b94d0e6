import { byId } from './dom.ts'
import { chosenAs, kindName, product, target, text, usualTarget } from './form.ts'

/** What can be copied, each into the field `<name>-link` by the button `<name>-copy`. */
const links: Readonly<Record<string, () => string>> = {
  url: () => location.origin + usualTarget(),
  // an SVG is sharp on every screen; of labels there is none
  img: () => {
    const source = location.origin + target(product() === 'label' ? 'png' : 'svg')
    return `<img src="${escaped(source)}" alt="${escaped(`${kindName()}: ${text.value}`)}">`
  },
  // what form encoding leaves as it is means nothing to any shell between double quotes
  curl: () => `curl -f -o ${fileName()} "${location.origin}${usualTarget()}"`,
}

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

/** @param say  tells the reader what has happened */
export function wireLinks(say: (words: string) => void): void {
  for (const name of Object.keys(links)) {
    const button = byId(`${name}-copy`, HTMLButtonElement)
    const field = fieldOf(name)
    field.addEventListener('focus', () => field.select())
    button.addEventListener('click', async () => {
      const copied = await copy(field, button)
      button.dataset.copied = String(copied)
      setTimeout(() => delete button.dataset.copied, 1600)
      say(copied ? 'Copied.' : 'The browser does not let this page copy; the text is selected.')
    })
  }
}

/** The clipboard is there only for pages of https and of this machine; others copy what is selected, as ever. */
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
