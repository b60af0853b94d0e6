import type { Drawing, LabelRequest } from '../../draw.ts'
import type { Draw } from '../images.ts'

/** What a label of a thing says besides its symbol. */
export interface Naming {
  readonly name: string | undefined
  /** Below the name; empty lines are left out. */
  readonly details: readonly (string | undefined)[]
}

/**
 * A label with the name as its title, on one line, or in smaller print above the details, on several, if that leaves nothing out.
 *
 * @throws as drawLabel
 */
export function namedLabel(draw: Draw, request: LabelRequest, { name, details }: Naming): Drawing {
  const lines = details.flatMap((line) => line?.trim() || [])
  const titled = draw.label({ ...request, ...(name && { title: name }), ...captionOf(lines) }, draw.limits)
  if (!name || !isCut(titled)) return titled
  const captioned = draw.label({ ...request, ...captionOf([name, ...lines]) }, draw.limits)
  return isCut(captioned) ? titled : captioned
}

const captionOf = (lines: readonly string[]): Pick<LabelRequest, 'caption'> =>
  lines.length > 0 ? { caption: lines.join('\n') } : {}

const isCut = ({ warnings }: Drawing): boolean => warnings.some(({ code }) => code === 'caption_cut')
