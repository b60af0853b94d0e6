/** What the service is sent for the picture of a draft. */

import { countedTexts, type DesignDraft, type DraftElement, withAllFields } from './draft.ts'

/** As which the elements are sent, so that what the service says can be told apart. */
const nameOf = (index: number): string => `e${index}`

/** What is sent for a picture: elements by their index, samples for fields or else their names, and digits for counters, of which a picture takes none. */
export function pictureBody(draft: DesignDraft): object {
  const { fields, elements, ...others } = withAllFields(draft)
  const rows = Object.entries(fields).map(([name, { sample, default: otherwise }]) => {
    const value = [sample, otherwise].find((each) => typeof each === 'string' && each !== '')
    return [name, value ?? name] as const
  })
  const named = elements.map((element, index) => ({ ...uncounted(element), name: nameOf(index) }))
  return { design: { ...others, fields, elements: named }, rows: [Object.fromEntries(rows)] }
}

function uncounted(element: DraftElement): DraftElement {
  const texts = countedTexts.flatMap((property) => {
    const text = element[property]
    return typeof text === 'string' ? [[property, withDigits(text)] as const] : []
  })
  return { ...element, ...Object.fromEntries(texts) }
}

function withDigits(text: string): string {
  return text
    .replace(/\{serial:[^}|]{0,60}(?:\|(\d{1,2}))?\}/g, (_, digits = '1') => '1'.padStart(Number(digits), '0'))
    .replace(/\{sscc:[^}]{0,60}\}/g, anySscc)
}

/** A number of a pallet, with its check digit. */
const anySscc = '106141412345678908'
