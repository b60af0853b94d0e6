/** Products: sheets by the names that their makers give them. The list is loaded before the first name is read. */

import { memoize } from '../../../symbologies/memoize.ts'
import { type DescriptionReading, isDescription, parsed } from './description.ts'
import { positionsOf, type Sheet, type SheetFault, sheetFault } from './sheet.ts'

export interface Product {
  /** Unique: brand and number in lower case, one hyphen for each other character, such as `avery-l7160`. */
  readonly id: string
  readonly brand: string
  /** The maker's number. */
  readonly part: string
  /** Other numbers for the same of this brand. */
  readonly aliases: readonly { readonly id: string; readonly part: string }[]
  /** What it is for; undefined if nothing says so. */
  readonly about: string | undefined
  /** `A4:3x7:63.5x38.1mm:7.2,15.15mm:66,38.1mm` */
  readonly description: string
}

/** Products, and each by its id and by those of its aliases. */
interface Table {
  readonly products: readonly Product[]
  readonly byId: ReadonlyMap<string, Product>
}

let list: string | undefined

/** Loads the list of products, which takes a millisecond or two. */
export async function loadProducts(): Promise<void> {
  list ??= (await import('./product-list.ts')).productList
}

/** @throws Error if the list is not loaded */
export function productTable(): Table {
  if (list === undefined) throw new Error('the products are not loaded; call loadProducts first')
  return tableOf(list)
}

/** In the order of the list, which is by brands. */
const tableOf = memoize((text: string): Table => {
  const products: Product[] = []
  let brand = ''
  for (const line of text.trim().split('\n')) {
    if (line.startsWith('=')) brand = line.slice(1)
    else products.push(productIn(line, brand))
  }
  const names = products.flatMap((product) =>
    [product, ...product.aliases].map(({ id }): [string, Product] => [id, product]),
  )
  return { products, byId: new Map(names) }
})

function productIn(line: string, brand: string): Product {
  const [names = '', description = '', about] = line.split('|')
  const [part = '', ...others] = names.split(';')
  const aliases = others.map((other) => ({ id: productId(`${brand} ${other}`), part: other }))
  return { id: productId(`${brand} ${part}`), brand, part, aliases, about, description }
}

/** A name as ids have it. */
export const productId = (name: string): string =>
  name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')

/** The product that is called so, in any case and with any signs between; undefined if none is. */
export function productNamed(name: string): Product | undefined {
  return productTable().byId.get(productId(name))
}

export function sheetOfProduct({ description }: Product): Sheet {
  const read: DescriptionReading = parsed(description)
  if ('fault' in read) throw new Error(`${description} is not ${read.fault}`)
  return read.sheet
}

/**
 * How far labels may be beyond the paper or over each other, in mm, on a product that is drawn with a warning: as rounded lengths
 * make them. What is off by more is a mistake in the list.
 */
const mostOff = 2

/** Whether a product is so far off that nothing can be printed on it. */
export const isMistaken = (fault: SheetFault | undefined): boolean => fault !== undefined && fault.by > mostOff

export const productFault = (product: Product): SheetFault | undefined => sheetFault(sheetOfProduct(product))

/** The makers that sell the same products under two names. */
const oneMaker: readonly string[] = ['Avery', 'Zweckform']

/** The last number in a part that tells products apart: 8160 in J8160. */
const numberIn = (part: string): string | undefined => part.match(/\d{4,}/g)?.at(-1)

/**
 * The id of a product of the same maker with the same number, but on other paper, A4 and Letter: whoever reads the number alone may
 * have that in hand. Undefined if there is none.
 *
 * @param id  of a product, or of one of its aliases
 */
export function onOtherPaper(id: string): string | undefined {
  const product = productNamed(id)!
  const number = numberIn(namesOf(product).find((name) => name.id === productId(id))!.part)
  const paper = paperOf(product)
  if (number === undefined || (paper !== 'A4' && paper !== 'Letter')) return undefined
  const isOfMaker = ({ brand }: Product): boolean =>
    brand === product.brand || (oneMaker.includes(brand) && oneMaker.includes(product.brand))
  return productTable()
    .products.filter((other) => isOfMaker(other) && paperOf(other) === (paper === 'A4' ? 'Letter' : 'A4'))
    .flatMap(namesOf)
    .find(({ part }) => numberIn(part) === number)?.id
}

const namesOf = (product: Product): Product['aliases'] => [product, ...product.aliases]

const paperOf = ({ description }: Product): string => description.slice(0, description.indexOf(':'))

/** The labels on a sheet of the product. */
export const labelsOn = (product: Product): number => positionsOf(sheetOfProduct(product)).length

/** The sheet of a product's name, or of a description, that has been accepted. */
export function sheetCalled(name: string): Sheet {
  const product = isDescription(name) ? undefined : productNamed(name)
  if (product !== undefined) return sheetOfProduct(product)
  const read = parsed(name)
  if ('fault' in read) throw new Error(`${name} is not ${read.fault}`)
  return read.sheet
}
