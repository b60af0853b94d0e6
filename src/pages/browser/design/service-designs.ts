/** Designs as the service describes them. */

import { objectIn } from '../service.ts'

export interface DescribedField {
  readonly name: string
  readonly title: string | undefined
  readonly isRequired: boolean
  readonly default: string
  readonly sample: string | undefined
  readonly pattern: string | undefined
}

export interface Described {
  readonly name: string
  readonly title: string | undefined
  readonly size: string
  readonly fields: readonly DescribedField[]
}

/** The designs of a service. */
export interface ServiceDesigns {
  readonly designs: readonly Described[]
  /** Whether it saves none. */
  readonly isFixed: boolean
}

/** What forms call a field of a design; undefined if it has none of this name. */
export function titleIn(design: Described | undefined, name: string): string | undefined {
  const field = design?.fields.find((each) => each.name === name)
  return field && (field.title ?? field.name)
}

/** The designs of an answer, and whether others are saved. */
export const serviceDesignsIn = (answer: unknown): ServiceDesigns => ({
  designs: designsIn(answer),
  isFixed: objectIn(answer).fixed === true,
})

/** The designs of an answer; others are left out. */
export function designsIn(answer: unknown): readonly Described[] {
  const { designs } = objectIn(answer)
  return listIn(designs).flatMap((each) => {
    const { name, title, size, fields } = objectIn(each)
    if (typeof name !== 'string' || typeof size !== 'string') return []
    return [{ name, title: textIn(title), size, fields: listIn(fields).flatMap(fieldIn) }]
  })
}

function fieldIn(value: unknown): readonly DescribedField[] {
  const { name, title, required, default: otherwise, sample, pattern } = objectIn(value)
  if (typeof name !== 'string') return []
  const texts = { title: textIn(title), sample: textIn(sample), pattern: textIn(pattern) }
  return [{ name, ...texts, isRequired: required === true, default: textIn(otherwise) ?? '' }]
}

const listIn = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])
const textIn = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined)
