/** Questions of saving: whether a design is removed, and what becomes of a draft where somebody else has changed the design. */

import { designs as words } from '../../../words/designs/en.ts'
import { made } from '../../dom.ts'
import { type Answer, questionPanel } from '../../question.ts'
import type { ServiceClient } from '../../service.ts'
import type { DesignDraft } from './draft.ts'
import { pictureBody } from './picture-body.ts'

/** A design as the service has it. */
export interface StoredDesign {
  readonly draft: DesignDraft
  /** The ETag, by which a change says which one it is of. */
  readonly tag: string
}

interface Choices {
  readonly saveAs: () => unknown
  readonly take: (theirs: StoredDesign) => unknown
  /** Saves the draft in place of theirs, or anew if theirs was removed. */
  readonly replace: (theirs: StoredDesign | undefined) => unknown
}

/**
 * Says that the design in the service is not the one that the draft began with, and shows it.
 *
 * @param theirs  the design as it is now; undefined if it was removed
 * @param other   a name under which the draft can be saved beside it
 */
export async function conflictPanel(
  service: ServiceClient,
  name: string,
  theirs: StoredDesign | undefined,
  other: string,
  choices: Choices,
): Promise<HTMLElement> {
  const { saving } = words
  if (theirs === undefined)
    return questionPanel(saving.gone(name), [[saving.saveAgain, () => choices.replace(undefined)]])
  const picture = await pictureOf(service, theirs)
  const answers: readonly Answer[] = [
    [saving.saveMine(other), choices.saveAs],
    [saving.take, () => choices.take(theirs)],
    [saving.replace, () => choices.replace(theirs)],
  ]
  return questionPanel(saving.conflict(name), answers, ...(picture === undefined ? [] : [picture]))
}

/** The picture of a design; undefined if the service draws none. */
async function pictureOf(service: ServiceClient, { draft }: StoredDesign): Promise<HTMLElement | undefined> {
  const bytes = new TextEncoder().encode(JSON.stringify(pictureBody(draft)))
  const outcome = await service.ask('api/v1/labels?format=svg', undefined, {
    body: { type: 'application/json', bytes },
  })
  if (outcome.kind !== 'done') return undefined
  const url = URL.createObjectURL(await outcome.response.blob())
  const image = made('img', { src: url, alt: words.saving.theirs })
  image.addEventListener('load', () => URL.revokeObjectURL(url))
  return made('figure', {}, image, made('figcaption', {}, words.saving.theirs))
}
