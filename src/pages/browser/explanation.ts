/** The parts of an answer of /api/v1/explain that pages read. */

export type Area = readonly [column: number, row: number, columns: number, rows: number]

export interface Modules {
  readonly areas?: readonly Area[]
  readonly path?: readonly (readonly [from: number, to: number])[]
}

export interface Part {
  readonly title: string
  readonly text?: string
  readonly values?: { readonly [name: string]: unknown }
  readonly modules?: Modules
}

export interface Step extends Part {
  readonly clause: string
  /** The kind and the code of a finding. */
  readonly kind?: string
  readonly code?: string
  readonly parts?: readonly Part[]
}

export interface Explanation {
  readonly name: string
  readonly standard: string
  readonly summary: string
  readonly width: number
  readonly height: number
  readonly rows: readonly string[]
  readonly quiet: { readonly left: number; readonly right: number; readonly top: number; readonly bottom: number }
  /** Columns whose bars begin lower. */
  readonly addon?: { readonly from: number; readonly to: number }
  /** Thickness in columns of the bars above and below, and whether they are joined to a frame. */
  readonly bearer?: number
  readonly isFramed?: boolean
  /** How many columns a module takes, if it is not one. */
  readonly columnsPerModule?: number
  readonly path: readonly number[]
  readonly steps: readonly Step[]
}

/** A step, or one of its parts. */
export interface Item {
  readonly step: number
  readonly part?: number
}

export function isExplanation(body: unknown): body is Explanation {
  return typeof body === 'object' && body !== null && 'steps' in body && 'rows' in body && 'path' in body
}

export function partAt({ steps }: Explanation, { step, part }: Item): Part | undefined {
  return part === undefined ? steps[step] : steps[step]?.parts?.[part]
}

/** An item that a module belongs to. */
export interface Owner {
  readonly item: Item
  /** How many modules belong to it. */
  readonly size: number
  /** The number of the module's bit in the item, from 1; undefined if its modules are not in the order of bits. */
  readonly bit: number | undefined
}

/** The items that the module in this column and row belongs to, the smallest first. */
export function ownersOf(explanation: Explanation, column: number, row: number): Owner[] {
  const { path, width, height, steps } = explanation
  const inside = column >= 0 && column < width && row >= 0 && row < height
  const place = inside ? path.indexOf(row * width + column) : -1
  const owners: Owner[] = []
  const look = (item: Item, modules: Modules = {}): void => {
    const { areas = [], path: ranges = [] } = modules
    const range = ranges.find(([from, to]) => place >= from && place < to)
    const area = areas.some(([x, y, w, h]) => column >= x && column < x + w && row >= y && row < y + h)
    if (range === undefined && !area) return
    owners.push({ item, size: sizeOf(modules), bit: range && place - range[0] + 1 })
  }
  steps.forEach(({ modules, parts = [] }, step) => {
    look({ step }, modules)
    parts.forEach((part, i) => {
      look({ step, part: i }, part.modules)
    })
  })
  return owners.sort((a, b) => a.size - b.size)
}

export function sizeOf({ areas = [], path = [] }: Modules): number {
  const inAreas = areas.reduce((sum, [, , columns, rows]) => sum + columns * rows, 0)
  return path.reduce((sum, [from, to]) => sum + to - from, inAreas)
}
