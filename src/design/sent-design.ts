/** Designs that come in a request: their pictures are paid for by their headers, all together, before one of them is unpacked. */

import type { JsonValue } from '../json-text.ts'
import { bytesOfPicture, type Picture } from '../reader/check/picture/picture.ts'
import type { Design } from './design.ts'
import { costOfPicture, fileInUri, readingPicture, SourceError } from './picture-source.ts'
import { DesignError, designOf, jsonOfDesign } from './reader.ts'

/** The most pixels of all pictures of a design, together, or bytes of their unpacked rows where these are more. */
export const mostPicturePixels = 25_000_000

/**
 * The design in a JSON text, whose pictures are in it, one picture unpacked after the other.
 *
 * It yields the bytes that its pictures take by then, the next one included, where others may have a turn.
 *
 * @throws DesignError with all of its mistakes
 */
export function* designSent(json: string): Generator<number, Design, void> {
  const value = jsonOfDesign(json)
  const found = picturesSent(value)
  const pictures = new Map<string, Picture | SourceError>()
  let kept = 0
  for (const [source, sent] of found) {
    if (sent instanceof SourceError) {
      pictures.set(source, sent)
      continue
    }
    yield kept + sent.cost
    const read = yield* readSent(sent, kept)
    pictures.set(source, read)
    if (!(read instanceof SourceError)) kept += bytesOfPicture(read)
  }
  yield kept
  return designOf(value, '', (source) => {
    const picture = pictures.get(source)
    // whatever is not a text of an image has no picture, and is refused before
    if (picture === undefined || picture instanceof SourceError) throw picture ?? new SourceError('is missing')
    return picture
  })
}

interface SentPicture {
  readonly file: Uint8Array<ArrayBuffer>
  /** By its header. */
  readonly cost: number
}

function* readSent({ file, cost }: SentPicture, kept: number): Generator<number, Picture | SourceError, void> {
  const reading = readingPicture(file)
  try {
    for (;;) {
      const step = reading.next()
      if (step.done) return step.value
      yield kept + cost
    }
  } catch (error) {
    if (error instanceof SourceError) return error
    throw error
  }
}

/** The pictures of a design by their source, each once. @throws DesignError that names the first one that is too much */
function picturesSent(design: JsonValue): ReadonlyMap<string, SentPicture | SourceError> {
  const found = new Map<string, SentPicture | SourceError>()
  let sum = 0
  for (const [i, element] of elementsIn(design).entries()) {
    const given = element.kind === 'object' ? element.fields.find(([name]) => name === 'source')?.[1] : undefined
    if (given?.kind !== 'other' || typeof given.value !== 'string' || found.has(given.value)) continue
    const sent = sentPicture(given.value)
    found.set(given.value, sent)
    if (sent instanceof SourceError) continue
    sum += sent.cost
    if (sum <= mostPicturePixels) continue
    const message = `is a picture with which all have ${sum} pixels, or bytes of unpacked rows; at most ${mostPicturePixels} are read: scale them to the size in which they are printed`
    throw new DesignError([{ path: `elements[${i}].source`, line: given.line, message }])
  }
  return found
}

function sentPicture(source: string): SentPicture | SourceError {
  try {
    const file = fileInUri(source)
    return { file, cost: costOfPicture(file) }
  } catch (error) {
    if (error instanceof SourceError) return error
    throw error
  }
}

function elementsIn(design: JsonValue): readonly JsonValue[] {
  if (design.kind !== 'object') return []
  const elements = design.fields.find(([name]) => name === 'elements')?.[1]
  return elements?.kind === 'array' ? elements.items : []
}
