import { type LogisticRequest, logisticLabel } from '../../src/draw/logistics.ts'
import { FitError } from '../../src/layout/fit.ts'
import { resolutions } from '../../src/layout/resolution.ts'

export const on4x6: LogisticRequest = {
  size: '4x6',
  orientation: 'portrait',
  resolution: resolutions[203],
  paperSize: 'whole dots',
  showtext: true,
}

/** The FitError of a label. */
export function refusal(text: string, request: LogisticRequest): FitError {
  try {
    logisticLabel(text, request)
  } catch (error) {
    if (error instanceof FitError) return error
    throw error
  }
  throw new Error(`${text} fits`)
}
