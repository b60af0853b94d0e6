/** HTML elements as text. */

/** `text` as the content of an element or of an attribute in double quotes. */
export function escaped(text: string): string {
  return text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;').replace(/"/g, '&quot;')
}

/** An element. An attribute that is `true` is written without a value; `false` and `undefined` leave it out. */
export function element(tag: string, attributes: HtmlAttributes, ...content: readonly string[]): string {
  const written = Object.entries(attributes).flatMap(([name, value]) => {
    if (value === undefined || value === false) return []
    return [value === true ? ` ${name}` : ` ${name}="${escaped(String(value))}"`]
  })
  return `<${tag}${written.join('')}>${content.join('')}</${tag}>`
}

/** An element that has no content and no end tag. */
export function empty(tag: string, attributes: HtmlAttributes): string {
  return element(tag, attributes).replace(/<\/\w+>$/, '')
}

export type HtmlAttributes = { readonly [name: string]: string | number | boolean | undefined }
