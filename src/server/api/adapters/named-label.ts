import type { Composition, LabelRequest } from '../../../draw.ts'

/** What a label of a thing says besides its symbol. */
export interface Naming {
  readonly name: string | undefined
  /** Below the name; empty lines are left out. */
  readonly details: readonly (string | undefined)[]
}

/** A drawing, or what is told of one. */
type Judged = Pick<Composition, 'warnings'>

/**
 * A label with the name as its title, on one line, or in smaller print above the details, on several, if that leaves nothing out.
 *
 * @param draw  draws the request, or composes it
 * @throws as `draw`
 */
export function namedLabel<T extends Judged>(
  draw: (request: LabelRequest) => T,
  request: LabelRequest,
  { name, details }: Naming,
): T {
  const lines = details.flatMap((line) => line?.trim() || [])
  const titled = draw({ ...request, ...(name && { title: name }), ...captionOf(lines) })
  if (!name || !isCut(titled)) return titled
  const captioned = draw({ ...request, ...captionOf([name, ...lines]) })
  return isCut(captioned) ? titled : captioned
}

const captionOf = (lines: readonly string[]): Pick<LabelRequest, 'caption'> =>
  lines.length > 0 ? { caption: lines.join('\n') } : {}

const isCut = ({ warnings }: Judged): boolean => warnings.some(({ code }) => code === 'caption_cut')
