/** Elements of the page. */

/** The element of the page with this id. @throws Error if there is none, or it is not of this class */
export function byId<T extends Element>(id: string, kind: new () => T): T {
  const element = document.getElementById(id)
  if (!(element instanceof kind)) throw new Error(`the page has no ${kind.name} named ${id}`)
  return element
}

/** A new element. Strings become text nodes, never markup. */
export function made<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  attributes: Readonly<Record<string, string>> = {},
  ...children: readonly (Node | string)[]
): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag)
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value)
  element.append(...children)
  return element
}

/** A new button that does something when it is pressed. */
export function buttonFor(text: string, press: () => unknown, attributes: Readonly<Record<string, string>> = {}) {
  const button = made('button', { type: 'button', ...attributes }, text)
  button.addEventListener('click', press)
  return button
}

/** Lets the links to the page in other languages keep the rest of its address, which only the browser knows. */
export function wireLanguageLinks(): void {
  for (const link of document.querySelectorAll<HTMLAnchorElement>('.languages a')) {
    // before it is followed, copied or opened in a new tab
    for (const event of ['focus', 'pointerenter', 'click']) {
      link.addEventListener(event, () => {
        const address = new URL(location.href)
        address.searchParams.set('lang', link.hreflang)
        link.href = address.pathname + address.search + address.hash
      })
    }
  }
}
