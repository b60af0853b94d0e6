/** Where a page, or a part of it, comes to lie on its label. */

import type { DotArea } from '../layout/scene.ts'
import type { Fit } from './order.ts'

/** A part of a page, in mm from its upper left corner. */
export type Region = DotArea

export interface Sides {
  readonly width: number
  readonly height: number
}

/** How a page lies on its label. */
export interface Placement {
  /** Millimetres of the label for one of the page. */
  readonly scale: number
  /** By which it is turned clockwise. */
  readonly quarters: 0 | 1
  /** What is shown of it; the rest of the page is not. */
  readonly region: Region
  /** Where the upper left corner of the region lies after the turn, in mm on the label. */
  readonly x: number
  readonly y: number
}

/** How far a page's sides may be from the label's, in mm: labels of 4 x 6 in are printed on 100 x 150 mm. */
const sameSize = 3

/** @param ink  what is printed of the region; undefined if nothing is */
export function placementOf(
  region: Region,
  ink: Region | undefined,
  { label, fit }: { readonly label: Sides; readonly fit: Fit },
): Placement {
  switch (fit) {
    case 'actual':
      return { scale: 1, quarters: 0, region, x: 0, y: 0 }
    case 'page':
      return inMiddle(region, label)
    case 'crop':
      return inMiddle(ink ?? region, label)
    case 'auto':
      return asItIs(region, ink, label) ?? inMiddle(ink ?? region, label)
  }
}

/** A page of the label's size, in its middle; undefined for another, and if it would lose what is printed. */
function asItIs(region: Region, ink: Region | undefined, label: Sides): Placement | undefined {
  for (const quarters of [0, 1] as const) {
    const { width, height } = turnedSides(region, quarters)
    if (Math.abs(width - label.width) > sameSize || Math.abs(height - label.height) > sameSize) continue
    const placement = centred({ scale: 1, quarters, region }, label)
    if (ink === undefined || isOn(placement, ink, label)) return placement
  }
  return undefined
}

/** In the middle, upright if it fits, else turned if that fits, else as large as it can be. */
function inMiddle(region: Region, label: Sides): Placement {
  const largest = (quarters: 0 | 1): number => {
    const { width, height } = turnedSides(region, quarters)
    return Math.min(label.width / width, label.height / height)
  }
  const [upright, turned] = [largest(0), largest(1)]
  const quarters = upright >= fitting || upright >= turned ? 0 : 1
  const most = Math.max(upright, turned)
  const own = quarters === 0 ? upright : most
  return centred({ scale: own >= fitting ? 1 : own, quarters, region }, label)
}

/** What is larger by less than this share loses nothing that a print head could show. */
const fitting = 0.999

function centred(
  { scale, quarters, region }: Pick<Placement, 'scale' | 'quarters' | 'region'>,
  label: Sides,
): Placement {
  const { width, height } = turnedSides(region, quarters)
  return { scale, quarters, region, x: (label.width - scale * width) / 2, y: (label.height - scale * height) / 2 }
}

/** Whether all of a part of the page lies on the label. */
function isOn(placement: Placement, part: Region, { width, height }: Sides): boolean {
  const { left, top, right, bottom } = onLabel(placement, part)
  return left >= -edge && top >= -edge && right <= width + edge && bottom <= height + edge
}

/** In mm: as much of the ink at an edge as is not missed. */
const edge = 0.3

/** A part of the page as it lies on the label, in mm. */
export function onLabel({ scale, quarters, region, x, y }: Placement, part: Region): Region {
  const [left, top, right, bottom] =
    quarters === 0
      ? [part.left - region.left, part.top - region.top, part.right - region.left, part.bottom - region.top]
      : [region.bottom - part.bottom, part.left - region.left, region.bottom - part.top, part.right - region.left]
  return { left: x + scale * left, top: y + scale * top, right: x + scale * right, bottom: y + scale * bottom }
}

function turnedSides({ left, top, right, bottom }: Region, quarters: 0 | 1): Sides {
  const [width, height] = [right - left, bottom - top]
  return quarters === 0 ? { width, height } : { width: height, height: width }
}
