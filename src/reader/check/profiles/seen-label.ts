/** The label that a picture shows, as the rules of published labels take it. */

import { titleOf } from '../../../../symbologies/catalogue.ts'
import { contentIn } from '../content.ts'
import type { FoundSymbol } from '../found.ts'
import { isRetail, withGuards } from '../gs1/label.ts'
import { messageIn } from '../gs1/message.ts'
import type { Ink, Picture } from '../picture/picture.ts'
import { columnsOf, type PicturePoint } from '../report.ts'
import type { ProfiledLabel, ProfiledSymbol } from './profile.ts'
import { seenWordsIn } from './seen-words.ts'
import { hasBars } from './shared-rules.ts'
import { type PlacedWords, withWords } from './words.ts'

/**
 * The label in a picture. A scan or a photo may show more than the label, and its words may be anything: of these the symbols alone
 * are told.
 */
export function labelSeen(picture: Picture, ink: Ink | undefined, found: readonly FoundSymbol[]): ProfiledLabel {
  const { resolution, width, height } = picture
  const symbols = found.map((each) => symbolSeen(picture, each))
  if (resolution === undefined || ink === undefined || found.some(({ isPhoto }) => isPhoto)) return { symbols }
  const sides = [(1000 * width) / resolution.across, (1000 * height) / resolution.down] as const
  const places = found.flatMap(({ reading: { place, addonPlace } }) => [place, ...(addonPlace ? [addonPlace] : [])])
  const words = seenWordsIn(ink, places, [resolution.across / 1000, resolution.down / 1000])
  if (words === undefined) return { symbols, sides }
  const placed = words.map(({ box, height: tallest }): PlacedWords => {
    const { left, right, top, bottom } = box
    const at = (x: number, y: number): PicturePoint => onPaper({ x, y }, resolution)
    const shape = [at(left, top), at(right, top), at(right, bottom), at(left, bottom)]
    return { height: (1000 * tallest) / resolution.down, shape }
  })
  return { ...withWords(symbols, placed), sides }
}

/** A point of a picture in mm. */
export const onPaper = (
  { x, y }: PicturePoint,
  { across, down }: NonNullable<Picture['resolution']>,
): PicturePoint => ({ x: (1000 * x) / across, y: (1000 * y) / down })

/** The corners of a symbol in mm, its guard bars included; undefined if the picture has no scale. */
export function cornersOnPaper(
  { resolution }: Picture,
  { reading, corners }: FoundSymbol,
): readonly PicturePoint[] | undefined {
  const placed = resolution && corners.map((corner) => onPaper(corner, resolution))
  return placed && isRetail(reading) ? withGuards(placed, columnsOf(reading)) : placed
}

function symbolSeen(picture: Picture, found: FoundSymbol): ProfiledSymbol {
  const { reading } = found
  const { symbology, text, size, append, quiet } = reading
  const message = append === undefined ? messageIn(reading) : undefined
  const [module] = size?.modules ?? []
  const bars = size?.bars
  return {
    name: titleOf(symbology),
    symbology,
    text,
    form: message?.form,
    elements: message?.elements ?? [],
    content: message === undefined ? contentIn(reading) : undefined,
    x: size?.modules.map(({ mm }) => mm),
    barHeight: bars && (1000 * (bars.height.pixels + bars.tolerance)) / bars.height.perMetre,
    width: module && (1000 * module.pixels * (quiet.left + reading.rows[0]!.length + quiet.right)) / module.perMetre,
    corners: cornersOnPaper(picture, found),
    isUpright: hasBars(reading) ? isUpright(found) : undefined,
  }
}

/** Whether the bars of a linear symbol stand upright in the picture; undefined where they stand at an angle. */
function isUpright({ reading, corners, isPhoto }: FoundSymbol): boolean | undefined {
  const { size, place } = reading
  if (isPhoto) {
    const [from, to] = corners as readonly [PicturePoint, PicturePoint]
    const [across, down] = [Math.abs(to.x - from.x), Math.abs(to.y - from.y)]
    return Math.min(across, down) > 0.5 * Math.max(across, down) ? undefined : across > down
  }
  if (size === undefined) return undefined
  const length = columnsOf(reading) * size.modules[0].pixels
  return Math.abs(place.right - place.left - length) <= Math.abs(place.bottom - place.top - length)
}
