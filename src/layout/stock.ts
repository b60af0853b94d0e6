/** Label stock as it is sold, in inches and in millimetres. Each name has both sides. */
const stocks = {
  in: [
    '4x6',
    '4x4',
    '4x3',
    '4x2',
    '3.5x1.125',
    '3x3',
    '3x2',
    '3x1',
    '2x3',
    '2.25x1.25',
    '2.25x0.75',
    '2x1',
    '1.75x0.5',
    '1.5x1.5',
  ],
  mm: ['100x150', '100x50', '70x50', '62x100', '50x30', '50x25', '40x20', '38x25', '25x10'],
} as const

export const stockNames = [...stocks.in, ...stocks.mm] as const
export type StockName = (typeof stockNames)[number]

/** The stock in groups, by the titles of the groups. */
export const stockGroups = { Inches: stocks.in, Millimetres: stocks.mm } as const

/** The title of each stock, such as 4 × 6 in. */
export const stockTitles: { readonly [stock: string]: string } = Object.fromEntries(
  Object.entries(stocks).flatMap(([unit, names]) => names.map((name) => [name, `${name.replace('x', ' × ')} ${unit}`])),
)

/** landscape: the longer side is horizontal; portrait: it is vertical. */
export const orientations = ['landscape', 'portrait'] as const
export type Orientation = (typeof orientations)[number]

export interface Paper {
  /** Points, 1/72 inch. */
  readonly width: number
  readonly height: number
}

/** The label's paper in the orientation in which it is read. */
export function paperOf(stock: StockName, orientation: Orientation): Paper {
  const [long, short] = sides[stock]
  return orientation === 'landscape' ? { width: long, height: short } : { width: short, height: long }
}

/** In square points. */
export function stockArea(stock: StockName): number {
  const [long, short] = sides[stock]
  return long * short
}

/** All stocks, from the smallest area to the largest. */
export function stockBySize(): StockName[] {
  return stockNames.toSorted((a, b) => stockArea(a) - stockArea(b))
}

const sides = Object.fromEntries([
  ...stocks.in.map((name) => [name, sidesOf(name, 72)]),
  ...stocks.mm.map((name) => [name, sidesOf(name, 72 / 25.4)]),
]) as Readonly<Record<StockName, readonly [number, number]>>

/** The longer and the shorter side, in points. */
function sidesOf(name: string, points: number): [number, number] {
  const [a = 0, b = 0] = name.split('x').map((side) => Number(side) * points)
  return [Math.max(a, b), Math.min(a, b)]
}
