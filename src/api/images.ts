import { EncodeError } from '../../symbologies/index.ts'
import type { Drawing, drawBarcode, drawLabel, Limits } from '../draw.ts'
import { FitError } from '../layout/fit.ts'
import { type Answer, errorAnswer, type MediaType } from './answer.ts'
import type { Fault } from './params.ts'

/** The drawing functions and limits of an image endpoint. */
export interface Draw {
  readonly barcode: typeof drawBarcode
  readonly label: typeof drawLabel
  readonly limits: Limits
}

/** An endpoint: raw query in, answer out. */
export type Endpoint = (query: string) => Answer

const mediaTypes: Record<Drawing['format'], MediaType> = {
  png: 'image/png',
  svg: 'image/svg+xml',
  pdf: 'application/pdf',
}

const day = 86400

/** The answer with the image; 422 if the text cannot be encoded or does not fit. */
export function image(name: string, draw: () => Drawing): Answer {
  try {
    const { bytes, format, xDimension } = draw()
    return {
      status: 200,
      type: mediaTypes[format],
      body: bytes,
      maxAge: day,
      headers: [
        'X-Dimension',
        `${Math.round(xDimension * 10000) / 10000}mm`,
        'Content-Disposition',
        `inline; filename="${name}.${format}"`,
      ],
    }
  } catch (error) {
    if (error instanceof EncodeError || error instanceof FitError) return errorAnswer(error.code, error.message)
    throw error
  }
}

export function refused(faults: readonly Fault[]): Answer {
  return errorAnswer(faults[0]!.code, faults.map((fault) => fault.message).join('; '))
}
