/** The parameters of labels on sheets: what they accept, and what does not go together. */

import { quoted } from '../../symbologies/facts.ts'
import { nearestWord, normalForm } from '../../symbologies/nearest.ts'
import { isDescription, longestDescription, readDescription } from '../layout/sheets/description.ts'
import {
  isMistaken,
  productFault,
  productId,
  productNamed,
  productTable,
  sheetCalled,
} from '../layout/sheets/products.ts'
import { foundProducts } from '../layout/sheets/search.ts'
import { mostPositions, positionsOf } from '../layout/sheets/sheet.ts'
import { type FormFault, Refusal } from './form-faults.ts'
import { type Formed, firstOf, type GivenValues } from './parameter.ts'

const sheetForm =
  'the name of a product such as avery-l7160, or a description such as A4:3x7:63.5x38.1mm:7.2,15.15mm:66,38.1mm'
const sheet = {
  kind: 'form',
  longest: longestDescription,
  pattern: /^[A-Za-z0-9](?:.*[A-Za-z0-9)])?$/,
  form: sheetForm,
  samples: ['avery-l7160', 'A4:3x7:63.5x38.1mm:7.2,15.15mm:66,38.1mm', 'Letter:2x3:90x70mm:10,10mm:100,80mm:round'],
  read: readSheet,
} as const satisfies Formed

/** How far labels can be moved, in mm. */
const mostShift = 20

const shiftForm = `two numbers of mm from -${mostShift} to ${mostShift} with a comma between, such as 0.5,-1.2`
const shift = {
  kind: 'form',
  longest: 20,
  pattern: /^-?\d{1,2}(?:\.\d{1,3})?,-?\d{1,2}(?:\.\d{1,3})?$/,
  form: shiftForm,
  samples: ['0.5,-1.2', '0,0'],
  read: (given: string) =>
    given.split(',').every((each) => Math.abs(Number(each)) <= mostShift) ? given : { fault: shiftForm },
  optional: true,
} as const satisfies Formed & { readonly optional: true }

const needs = ['sheet'] as const

/** Of labels: a sheet has the size of its labels, in place of `size`. */
export const sheetParameters = {
  sheet: { ...sheet, optional: true, insteadOf: 'size' },
  first: { kind: 'integer', least: 1, most: mostPositions, optional: true, needs },
  shift: { ...shift, needs },
  outline: { kind: 'flag', default: false, needs },
} as const

/** Of the alignment sheet. */
export const alignmentParameters = { sheet, shift } as const

/** Products that a message names. */
const mostNamed = 4

function readSheet(given: string): ReturnType<NonNullable<Formed['read']>> {
  if (isDescription(given)) {
    const read = readDescription(given)
    return 'fault' in read ? read : given
  }
  const product = productNamed(given)
  if (product === undefined) return unknownProduct(given)
  const fault = productFault(product)
  if (!isMistaken(fault)) return productId(given)
  const what = fault!.kind === 'leaves' ? 'leave the paper' : 'overlap'
  return {
    fault: `usable: by what is known of it, its labels ${what} by ${fault!.by} mm; measure it, and describe it: ${product.description}`,
  }
}

function unknownProduct(given: string): { fault: string; proposal: string | undefined } {
  const { products, total } = foundProducts(given, mostNamed)
  const names = products.map(({ id }) => id)
  const more = total > names.length ? `, and ${total - names.length} more` : ''
  const found = total > 1 ? `; those that it is in are ${names.join(', ')}${more}` : ''
  return {
    fault: `${sheetForm}${found}`,
    proposal: total === 0 ? productNear(given) : total === 1 ? names[0] : undefined,
  }
}

/** Longer names are not looked for, which bounds the time that it takes. */
const longestName = 40

/** The id of the only product whose name has a wrong or a swapped letter or two less; undefined if none or several have. */
export function productNear(name: string): string | undefined {
  return name.length > longestName
    ? undefined
    : nearestWord(normalForm(productId(name)), [...productTable().byId.keys()])
}

/** The values of a request, none of which has a fault by itself. */
type Values = { readonly [name: string]: string | number | boolean | undefined }

/** The fault of a first position that the sheet has not. */
export function firstFaults({ sheet, first }: Values): readonly FormFault[] {
  if (typeof sheet !== 'string' || typeof first !== 'number') return []
  const count = positionsOf(sheetCalled(sheet)).length
  if (first <= count) return []
  const labels = count === 1 ? 'the sheet has one label' : `the sheet has ${count} labels`
  const message = `"${first}" is not a whole number from 1 to ${count}: ${labels}`
  return [new Refusal('invalid_parameter', message, { first: `${count}` }).fault('first')]
}

/** What all labels of a document on sheets have in common. */
export const sheetNames = [...Object.keys(sheetParameters), 'dpi']

/** The faults of a label whose values for its sheet are not those of all. */
export function otherSheetFaults(given: GivenValues, forAll: GivenValues): readonly FormFault[] {
  if (given.sheet === undefined) return []
  return sheetNames.flatMap((name) => {
    const [own, all] = [firstOf(given[name]), firstOf(forAll[name])]
    if (own === undefined || own === all) return []
    const value = typeof own === 'string' ? quoted(own) : 'what is given'
    const accepted = typeof all === 'string' ? quoted(all) : 'left out'
    const message = `${value} is not ${accepted}, as all labels on the same sheets have it; give it for all of them`
    return [new Refusal('invalid_parameter', message).fault(name)]
  })
}
