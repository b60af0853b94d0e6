/** `<quiet-zone>` draws a symbol by the parameters of the API, in a shadow root of SVG elements. */

import { parameters } from '../../request/params.ts'
import { type BareSymbol, bareSymbol } from '../bare-symbol.ts'
import { type BarcodeRequest, RequestError } from '../request.ts'

/** What the event `drawn` tells of the drawing that is shown now. */
export type DrawnEvent = CustomEvent<Pick<BareSymbol, 'xDimension' | 'warnings'>>

/** What the event `refused` tells: why nothing can be drawn. */
export type RefusedEvent = CustomEvent<RequestError>

/** The parameters of a barcode. The format is always SVG. */
const drawn = Object.entries(parameters.barcode).filter(([name]) => name !== 'format' && name !== 'verify')

/** In node there are no elements: this module can be loaded there, and no element be made. */
const Element = globalThis.HTMLElement ?? (class {} as typeof HTMLElement)

/**
 * `<quiet-zone type="qr" text="QZ-0001">`: a symbol as SVG, which is drawn again when an attribute changes.
 *
 * The attributes are the parameters of `/api/v1/barcode`, but for `format`; `includetext` without a value is `true`. Assistive
 * technology reads the encoded text, or the attribute `alt` in its place; with `alt=""` the symbol is decoration. What cannot be
 * drawn shows its reason instead.
 *
 * The event `drawn` tells of a new drawing its module width in mm and its warnings, and `refused` tells the `RequestError`.
 */
export class QuietZoneElement extends Element {
  static readonly observedAttributes: readonly string[] = [...drawn.map(([name]) => name), 'alt']

  static #shared: CSSStyleSheet | undefined

  readonly #shadow = this.attachShadow({ mode: 'open' })
  /** The number of the last change. A drawing that was begun before it is not shown. */
  #change = 0

  constructor() {
    super()
    this.#shadow.adoptedStyleSheets = [QuietZoneElement.#style()]
  }

  /** The style sheet of all elements, made with the first: unlike style elements and attributes, every content security policy allows it. */
  static #style(): CSSStyleSheet {
    if (QuietZoneElement.#shared === undefined) {
      QuietZoneElement.#shared = new CSSStyleSheet()
      QuietZoneElement.#shared.replaceSync(rules)
    }
    return QuietZoneElement.#shared
  }

  /** What to encode. */
  get text(): string {
    return this.getAttribute('text') ?? ''
  }

  set text(text: string) {
    this.setAttribute('text', text)
  }

  /** The symbology. */
  get type(): string {
    return this.getAttribute('type') ?? ''
  }

  set type(type: string) {
    this.setAttribute('type', type)
  }

  connectedCallback(): void {
    void this.#draw()
  }

  attributeChangedCallback(): void {
    if (this.isConnected) void this.#draw()
  }

  /** Draws once for all attributes that change at a time. */
  async #draw(): Promise<void> {
    const change = ++this.#change
    await undefined
    if (change !== this.#change) return
    try {
      const drawing = await drawingOf(this.#request())
      if (change === this.#change) this.#show(drawing)
    } catch (error) {
      if (!(error instanceof RequestError)) throw error
      if (change === this.#change) this.#refuse(error)
    }
  }

  /** The values of the attributes, as strings: they are read like those of a query. */
  #request(): Values {
    const given = drawn.flatMap(([name, { kind }]) => {
      const value = this.getAttribute(name)
      if (value === null) return []
      return [[name, kind === 'flag' && value === '' ? 'true' : value]]
    })
    return { ...Object.fromEntries(given), format: 'svg' }
  }

  #show({ bytes, xDimension, warnings }: BareSymbol): void {
    const svg = svgNodes(new TextDecoder().decode(bytes))
    svg.setAttribute('part', 'symbol')
    const alt = this.getAttribute('alt')
    if (alt !== null) svg.querySelector('title')!.textContent = alt
    if (alt === '') svg.setAttribute('aria-hidden', 'true')
    this.#shadow.replaceChildren(svg)
    this.dispatchEvent(new CustomEvent('drawn', { detail: { xDimension, warnings } }))
  }

  #refuse(error: RequestError): void {
    const message = document.createElement('span')
    message.setAttribute('part', 'message')
    message.setAttribute('role', 'status')
    message.append(error.message)
    this.#shadow.replaceChildren(message)
    this.dispatchEvent(new CustomEvent('refused', { detail: error }))
  }
}

/** Values of attributes, by their names. */
type Values = { readonly [name: string]: string }

/** The drawing, with as much of the program as it takes. @throws RequestError */
async function drawingOf(values: Values): Promise<BareSymbol> {
  const bare = await bareSymbol(values)
  if (bare !== undefined) return bare
  // words and GS1 messages, with their fonts, and sentences about what is refused
  const { barcode } = await import('../requests.ts')
  return barcode(values as object as BarcodeRequest)
}

const rules = `
  :host { display: inline-block }
  :host([hidden]) { display: none }
  svg { display: block }
  span { color: #b00020; font: 0.875rem/1.4 system-ui, sans-serif }
`

const svgNamespace = 'http://www.w3.org/2000/svg'
const linkNamespace = 'http://www.w3.org/1999/xlink'

/** A tag with its attributes, and the characters up to the next one: all that a drawing of this program consists of. */
const tag = /<(\/?)([a-z]+)([^<>]*?)(\/?)>([^<]*)/g
const attribute = /(?<![a-zA-Z:-])([a-zA-Z:-]+)="([^"]*)"/g

/**
 * The elements of a drawing, made one by one: unlike a parser of HTML or XML, that is allowed by every content security policy, Trusted
 * Types included.
 *
 * @param svg  as this program writes it
 */
function svgNodes(svg: string): SVGSVGElement {
  const open: Element[] = []
  let root: Element | undefined
  for (const [, end, name, attributes, single, text] of svg.matchAll(tag)) {
    if (end) {
      open.pop()
      continue
    }
    const node = document.createElementNS(svgNamespace, name!)
    for (const [, key, value] of attributes!.matchAll(attribute)) setAttribute(node, key!, value!)
    if (text && !single) node.append(unescaped(text))
    open.at(-1)?.append(node)
    root ??= node
    if (!single) open.push(node)
  }
  return root as SVGSVGElement
}

function setAttribute(node: Element, name: string, value: string): void {
  // the namespace of a node is known when it is made
  if (name.startsWith('xmlns')) return
  if (name.startsWith('xlink:')) node.setAttributeNS(linkNamespace, name, value)
  else node.setAttribute(name, value)
}

const characters: Readonly<Record<string, string>> = { '&lt;': '<', '&gt;': '>', '&amp;': '&' }

const unescaped = (text: string): string => text.replace(/&(lt|gt|amp);/g, (entity) => characters[entity]!)
