import { Gs1Error } from '../../symbologies/gs1/index.ts'
import { EncodeError } from '../../symbologies/index.ts'
import { type Answer, type ErrorCode, type Fault, faultsAnswer, type MediaType } from '../answer.ts'
import type { BarcodeRequest, LabelRequest, Limits } from '../draw/compose.ts'
import type { Drawing } from '../draw/drawing.ts'
import { FitError } from '../layout/fit.ts'
import { NotConforming, warningText } from '../plan/warning.ts'
import { type FormFault, sentencesOf } from './form-faults.ts'

/** The drawing functions and limits of an image endpoint. */
export interface Draw {
  barcode(request: BarcodeRequest, limits: Limits): Drawing
  label(request: LabelRequest, limits: Limits): Drawing
  readonly limits: Limits
}

export const mediaTypes: Record<Drawing['format'], MediaType> = {
  png: 'image/png',
  svg: 'image/svg+xml',
  pdf: 'application/pdf',
  zpl: 'application/zpl',
}

const day = 86400

/** The answer with the image; 422 if the text cannot be encoded or does not fit. */
export function image(name: string, draw: () => Drawing): Answer {
  try {
    const { bytes, format, xDimension, warnings } = draw()
    const headers = [
      'X-Dimension',
      `${Math.round(xDimension * 10000) / 10000}mm`,
      'Content-Disposition',
      `inline; filename="${name}.${format}"`,
    ]
    for (const warning of warnings) headers.push('Quietzone-Warning', warningText(warning))
    return { status: 200, type: mediaTypes[format], body: bytes, maxAge: day, headers }
  } catch (error) {
    return unprocessable(error)
  }
}

/** Why a valid request cannot be drawn. */
export interface DrawingFaults {
  readonly code: ErrorCode
  readonly message: string
  readonly faults: readonly Fault[]
}

/** 422: the symbology cannot carry the text, the symbol does not fit, or a strict request has warnings. @throws `error` if it is any other error */
export function unprocessable(error: unknown): Answer {
  const { code, message, faults } = drawingFaults(error)
  return faultsAnswer(code, message, faults)
}

/** The faults that drawing found. @throws `error` if it is none of the request */
export function drawingFaults(error: unknown): DrawingFaults {
  if (error instanceof EncodeError) return drawingFault('text', error, error.at)
  if (error instanceof Gs1Error) return { code: error.code, message: error.message, faults: messageFaults(error) }
  if (error instanceof FitError) return drawingFault(error.parameter, error)
  if (error instanceof NotConforming) return refusedWarnings(error)
  throw error
}

function drawingFault(parameter: string, error: EncodeError | FitError, position?: number): DrawingFaults {
  const { code, message, suggestion } = error
  const fault: Fault = {
    parameter,
    code,
    message,
    ...(position !== undefined && { position }),
    ...(suggestion && { suggestion }),
  }
  return { code, message, faults: [fault] }
}

/** 422: a GS1 message with faults, or one that the symbology cannot carry. */
export function faultyMessage(error: Gs1Error): Answer {
  return faultsAnswer(error.code, error.message, messageFaults(error))
}

/** The faults of a GS1 message as faults of the text. */
export function messageFaults({ faults }: Gs1Error): readonly Fault[] {
  return faults.map(({ code, message, ...place }) => {
    return { parameter: 'text', code, message, position: place.from, ...place }
  })
}

function refusedWarnings({ code, message, warnings }: NotConforming): DrawingFaults {
  const faults = warnings.map((warning): Fault => {
    return { parameter: warning.parameter, code, message: warning.message, warning: warning.code }
  })
  return { code, message, faults }
}

/** 400: the faults in the form of the parameters. */
export function refused(faults: readonly FormFault[]): Answer {
  const list = faults.map(({ parameter, code, message }) => ({ parameter, code, message }))
  return faultsAnswer(faults[0]!.code, sentencesOf(faults), list)
}
