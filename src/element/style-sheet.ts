/** Unlike style elements and attributes, a style sheet that is made by a script is allowed by every content security policy. */
const rules = `
  :host { display: inline-block }
  :host([hidden]) { display: none }
  svg { display: block }
  span { color: #b00020; font: 0.875rem/1.4 system-ui, sans-serif }
`

let shared: CSSStyleSheet | undefined

/** The style sheet of all elements. */
export function styleSheet(): CSSStyleSheet {
  if (shared === undefined) {
    shared = new CSSStyleSheet()
    shared.replaceSync(rules)
  }
  return shared
}
