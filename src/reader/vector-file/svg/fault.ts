/** Why an SVG is not drawn. */

import { PictureError } from '../../check/index.ts'

export const unreadableSvg = (what: string): PictureError => new PictureError(`a damaged SVG: ${what}`)

/** What would be left out is named: a drawing without it may be another one. */
export const unsupportedSvg = (what: string): PictureError =>
  new PictureError(
    `the SVG has ${what}, which is not drawn: save it as PDF or PNG, or its shapes as plain paths`,
    'picture.unsupported',
  )

export const tooLargeSvg = (what: string): PictureError =>
  new PictureError(`the SVG has more than ${what}: crop it to the symbol`, 'picture.limit')
