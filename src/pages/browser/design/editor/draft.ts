/** A design while it is made: plain JSON, of which each change is a new value, with what was before to return to. */

export type DraftValue = string | number | boolean | readonly [number, number]

/** An element with whatever the schema gives its kind. */
export interface DraftElement {
  readonly kind: string
  readonly [property: string]: DraftValue | undefined
}

export interface DraftField {
  readonly [property: string]: string | boolean | undefined
}

export interface DesignDraft {
  readonly name: string
  readonly title?: string
  readonly size: string
  /** Which way the label is read, where its size does not say it. */
  readonly orientation?: string
  /** The published label whose rules it is held to. */
  readonly profile?: string
  readonly fields: { readonly [name: string]: DraftField }
  readonly elements: readonly DraftElement[]
}

/** Sides of a label in mm. */
export interface BoxSides {
  readonly width: number
  readonly height: number
}

export interface BoxBounds extends BoxSides {
  readonly left: number
  readonly top: number
}

export const emptyDraft: DesignDraft = { name: 'label', size: '57x32mm', fields: {}, elements: [] }

/** In hundredths of a millimetre, which is finer than a dot. */
export const rounded = (length: number): number => Math.round(length * 100) / 100

const isPair = (value: unknown): value is readonly [number, number] =>
  Array.isArray(value) && value.length === 2 && value.every((each) => typeof each === 'number')

const pairOf = (value: unknown): readonly [number, number] => (isPair(value) ? value : [0, 0])

/** The sides of a size such as 57x32mm; undefined for the name of a stock, whose sides the service knows. */
export function sidesIn(size: string): BoxSides | undefined {
  const [, width, height, unit] = /^([\d.]+)x([\d.]+)(mm|in)$/.exec(size) ?? []
  const scale = unit === 'in' ? 25.4 : 1
  const sides = { width: rounded(Number(width) * scale), height: rounded(Number(height) * scale) }
  return sides.width > 0 && sides.height > 0 ? sides : undefined
}

/** The box of an element; of a line, that between its ends. */
export function boundsOf({ kind, at, size, from, to }: DraftElement): BoxBounds {
  if (kind === 'line') {
    const [[x1, y1], [x2, y2]] = [pairOf(from), pairOf(to)]
    return { left: Math.min(x1, x2), top: Math.min(y1, y2), width: Math.abs(x2 - x1), height: Math.abs(y2 - y1) }
  }
  const [[left, top], [width, height]] = [pairOf(at), pairOf(size)]
  return { left, top, width, height }
}

/** Whether an element has no box, but all of the label. */
export const takesAll = ({ kind, at }: DraftElement): boolean => kind === 'label' && at === undefined

/** The element the given number of mm to the right and further down. */
export function moved(element: DraftElement, right: number, down: number): DraftElement {
  const shifted = (value: unknown): DraftValue => {
    const [x, y] = pairOf(value)
    return [rounded(x + right), rounded(y + down)]
  }
  if (element.kind === 'line') return { ...element, from: shifted(element.from), to: shifted(element.to) }
  return takesAll(element) ? element : { ...element, at: shifted(element.at) }
}

/** The smallest side of a box that an edit makes, in mm. */
const leastSide = 0.5

/** The element the given number of mm wider and higher; of a line, its second end moves. */
export function resized(element: DraftElement, wider: number, higher: number): DraftElement {
  if (element.kind === 'line') {
    const [x, y] = pairOf(element.to)
    return { ...element, to: [rounded(x + wider), rounded(y + higher)] }
  }
  if (takesAll(element)) return element
  const [width, height] = pairOf(element.size)
  const side = (length: number): number => Math.max(leastSide, rounded(length))
  return { ...element, size: [side(width + wider), side(height + higher)] }
}

/** A new element of a kind, below what there is, as long as there is room. */
export function newElement(
  kind: string,
  { elements }: DesignDraft,
  { width, height }: BoxSides,
  words: string,
): DraftElement {
  const below = Math.max(1, ...elements.map(boundsOf).map((box) => box.top + box.height + 1))
  const side = rounded(Math.min(kind === 'text' ? 5 : 12, height - 2))
  const top = rounded(Math.max(1, Math.min(below, height - side - 1)))
  const across = rounded(width - 2)
  switch (kind) {
    case 'text':
      return { kind, at: [1, top], size: [across, side], value: words, height: rounded(Math.min(3.5, side)) }
    case 'symbol':
      return { kind, at: [1, top], size: [across, side], type: 'code128', value: 'QZ-0001', text: true }
    case 'line':
      return { kind, from: [1, top], to: [rounded(width - 1), top], width: 0.25 }
    case 'image':
      return { kind, at: [1, top], size: [side, side], source: blankPicture }
    default:
      return { kind, at: [1, top], size: [across, side], width: 0.25 }
  }
}

/** A white dot: what an image shows until a file is chosen. */
export const blankPicture =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABAQAAAAA3bvkkAAAACklEQVR4nGNoAAAAggCBd81ytgAAAABJRU5ErkJggg=='

/** Names in braces that are fields: no dates, numbers of rows, or counters. */
export function fieldNamesIn({ value }: DraftElement): readonly string[] {
  if (typeof value !== 'string') return []
  const names = [...value.replaceAll('{{', '').matchAll(/\{([A-Za-z][\w-]{0,39})(?:\|line)?\}/g)].map(
    ([, name = '']) => name,
  )
  return names.filter((name) => name !== 'today' && name !== 'row')
}

/** The texts of an element in which there may be numbers of counters. */
export const countedTexts = ['value', 'title', 'caption'] as const

/** The counters whose numbers an element has, as often as it has them. */
export function counterNamesIn(element: DraftElement): readonly string[] {
  return countedTexts.flatMap((property) => {
    const text = element[property]
    if (typeof text !== 'string') return []
    const places = text.replaceAll('{{', '').matchAll(/\{(?:serial|sscc):([^{}|]{1,60})(?:\|[^{}]{0,9})?\}/g)
    return [...places].map(([, name = '']) => name)
  })
}

/** The draft with fields for all names that its values have. */
export function withAllFields(draft: DesignDraft): DesignDraft {
  const missing = draft.elements.flatMap(fieldNamesIn).filter((name) => !Object.hasOwn(draft.fields, name))
  if (missing.length === 0) return draft
  return { ...draft, fields: { ...draft.fields, ...Object.fromEntries(missing.map((name) => [name, {}])) } }
}

/** The draft with a field under another name, in its values too. */
export function renamedField(draft: DesignDraft, from: string, to: string): DesignDraft {
  const fields = Object.entries(draft.fields).map(([name, field]) => [name === from ? to : name, field] as const)
  const elements = draft.elements.map((element) => {
    const { value } = element
    if (typeof value !== 'string') return element
    return { ...element, value: value.replaceAll(`{${from}}`, `{${to}}`).replaceAll(`{${from}|line}`, `{${to}|line}`) }
  })
  return { ...draft, fields: Object.fromEntries(fields), elements }
}

/** As a file has it, the same text for the same design; what is empty is left out. */
export function fileOf(draft: DesignDraft): string {
  const isGiven = ([, value]: readonly [string, unknown]): boolean =>
    value !== '' && value !== undefined && value !== false
  const clean = <T extends object>(part: T): object => Object.fromEntries(Object.entries(part).filter(isGiven))
  const fields = Object.fromEntries(Object.entries(draft.fields).map(([name, field]) => [name, clean(field)]))
  const elements = draft.elements.map((element) => {
    // empty words are a value, and true is the default of showtext alone
    const { value, showtext, ...others } = element
    const kept = { ...clean(others), ...(showtext !== undefined && { showtext }) }
    return value === undefined ? kept : { ...kept, value }
  })
  const { name, title, size, orientation, profile } = draft
  return `${JSON.stringify({ ...clean({ name, title, size, orientation, profile }), fields, elements }, null, 2)}\n`
}

/** The draft in a file; undefined if it is not one. What the service would refuse is seen when it draws. */
export function draftIn(text: string): DesignDraft | undefined {
  try {
    const { name, title, size, orientation, profile, fields, elements }: Partial<DesignDraft> = JSON.parse(
      text.replace(/^\ufeff/, ''),
    )
    const isObject = (value: unknown): boolean => typeof value === 'object' && value !== null && !Array.isArray(value)
    const isDraft =
      typeof name === 'string' &&
      typeof size === 'string' &&
      Array.isArray(elements) &&
      elements.every((each) => isObject(each) && typeof each.kind === 'string') &&
      (fields === undefined || (isObject(fields) && Object.values(fields).every(isObject)))
    if (!isDraft) return undefined
    const said = {
      ...(typeof title === 'string' && { title }),
      ...(typeof orientation === 'string' && { orientation }),
      ...(typeof profile === 'string' && { profile }),
    }
    return { name, ...said, size, fields: fields ?? {}, elements }
  } catch {
    return undefined
  }
}

/** Changes that can be undone. */
const mostSteps = 200

/** The draft, with those before it and those that were undone. */
export class DraftHistory {
  #before: readonly DesignDraft[] = []
  #after: readonly DesignDraft[] = []
  #now: DesignDraft
  /** What the last change was of: the next of the same is a part of it. */
  #last = ''

  constructor(now: DesignDraft) {
    this.#now = now
  }

  get now(): DesignDraft {
    return this.#now
  }

  get canUndo(): boolean {
    return this.#before.length > 0
  }

  get canRedo(): boolean {
    return this.#after.length > 0
  }

  /** @param of  what is changed, such as letters of one field; those in a row are undone at once. Empty for a change of its own. */
  change(next: DesignDraft, of = ''): void {
    if (of === '' || of !== this.#last) this.#before = [...this.#before, this.#now].slice(-mostSteps)
    this.#last = of
    this.#after = []
    this.#now = next
  }

  undo(): void {
    const before = this.#before.at(-1)
    if (before === undefined) return
    this.#after = [this.#now, ...this.#after]
    this.#before = this.#before.slice(0, -1)
    this.#now = before
    this.#last = ''
  }

  redo(): void {
    const [after, ...rest] = this.#after
    if (after === undefined) return
    this.#before = [...this.#before, this.#now]
    this.#after = rest
    this.#now = after
    this.#last = ''
  }
}
