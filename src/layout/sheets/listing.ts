/** Sheets as they are listed: what people see of a product, and what programs need to draw it. */

import { describedSheet, isDescription, readDescription } from './description.ts'
import { isMistaken, onOtherPaper, type Product, productNamed, sheetOfProduct } from './products.ts'
import { foundProducts } from './search.ts'
import { positionsOf, type Sheet, type SheetFault, sheetFault } from './sheet.ts'

export interface ListedSheet {
  /** What the parameter `sheet` takes: the id of a product, or a description. */
  readonly id: string
  /** Undefined for a description. */
  readonly brand?: string
  readonly part?: string
  readonly aliases: Product['aliases']
  readonly about?: string
  readonly paper: { readonly name?: string; readonly width: number; readonly height: number }
  readonly label: { readonly width: number; readonly height: number; readonly outline: Sheet['label']['outline'] }
  /** How many labels it has. */
  readonly labels: number
  /** Left and top of each label, in the order in which they are filled. */
  readonly positions: readonly (readonly [x: number, y: number])[]
  readonly description: string
  /** What is not plausible about it. */
  readonly doubt?: Pick<SheetFault, 'kind' | 'by'>
  /** Whether labels can be printed on it. */
  readonly usable: boolean
  /** The product of the same number on other paper. */
  readonly otherPaper?: string
}

export interface Listing {
  readonly sheets: readonly ListedSheet[]
  /** How many were found. */
  readonly total: number
}

/** The sheets that are found; a description is itself. @param most  of those that are listed */
export function sheetsFound(search: string, most: number): Listing {
  if (isDescription(search)) {
    const read = readDescription(search.trim())
    return 'fault' in read
      ? { sheets: [], total: 0 }
      : { sheets: [listed(read.sheet, { id: search.trim() })], total: 1 }
  }
  const named = productNamed(search)
  if (named !== undefined) return { sheets: [listedProduct(named)], total: 1 }
  const { products, total } = foundProducts(search, most)
  return { sheets: products.map(listedProduct), total }
}

function listedProduct(product: Product): ListedSheet {
  const { id, brand, part, aliases, about } = product
  const otherPaper = onOtherPaper(id)
  return listed(sheetOfProduct(product), {
    id,
    brand,
    part,
    aliases,
    ...(about !== undefined && { about }),
    ...(otherPaper !== undefined && { otherPaper }),
  })
}

function listed(
  sheet: Sheet,
  about: Pick<ListedSheet, 'id'> & Partial<Pick<ListedSheet, 'brand' | 'part' | 'aliases' | 'about' | 'otherPaper'>>,
): ListedSheet {
  const positions = positionsOf(sheet)
  const fault = sheetFault(sheet, positions)
  const { paper, label } = sheet
  return {
    aliases: [],
    ...about,
    paper: { ...(paper.name !== undefined && { name: paper.name }), width: paper.width, height: paper.height },
    label,
    labels: positions.length,
    positions: positions.map(({ x, y }) => [rounded(x), rounded(y)] as const),
    description: describedSheet(sheet),
    ...(fault !== undefined && { doubt: { kind: fault.kind, by: fault.by } }),
    usable: !isMistaken(fault),
  }
}

const rounded = (millimetres: number): number => Math.round(millimetres * 1e4) / 1e4
