/** Checks pictures in a worker, so that the page /check stays responsive however long a check takes. */

import {
  applications,
  boundPixels,
  type Check,
  checked,
  cleanedPicture,
  formatOf,
  jpegSize,
  type Picture,
  PictureError,
  type PictureSize,
  profileNames,
  readPng,
  reflectancesOfJpeg,
  type SeenModules,
  symbologies,
  unreadablePng,
} from '../../reader/check/index.ts'
import { askedGrade, type GradeReport, graded } from '../../reader/grade/index.ts'

export interface CheckQuestion {
  readonly file: Blob
  /** The symbology; empty: detected automatically. */
  readonly type: string
  /** The expected text; empty: any. */
  readonly text: string
  /** The use of the symbol; empty: not known. */
  readonly application: string
  /** The published label whose rules it is held to; empty: none. */
  readonly profile: string
  /** Pixels an inch; empty: what the file says. */
  readonly dpi: string
  /** `true`, or the grade that is asked for; empty: nothing is graded. */
  readonly grade: string
}

/** What the page shows of a picture. */
export type JudgedFile = Pick<Check, 'report'> & {
  readonly seen: readonly SeenModules[]
  readonly grades?: GradeReport
}

/** The result for a file; `failed` is an error of the checker itself. */
export type Reply = JudgedFile | { readonly failed: string }

addEventListener('message', async ({ data }: MessageEvent<CheckQuestion>) => {
  postMessage(await replyTo(data))
})

async function replyTo({ file, text, dpi, grade, ...wanted }: CheckQuestion): Promise<Reply> {
  const type = symbologies.find((symbology) => symbology === wanted.type)
  const application = applications.find((name) => name === wanted.application)
  const profile = profileNames.find((name) => name === wanted.profile)
  try {
    const thisYear = new Date().getUTCFullYear()
    const use = { ...(application && { application }), ...(profile && { profile }) }
    const chosen = { ...(type && { type }), ...(text !== '' && { text }), ...use }
    const options = { thisYear, ...chosen }
    const picture = withResolution(await pictureIn(file), dpi)
    const found = checked(picture, options)
    if (grade === '') return found
    const asked = askedGrade(grade)
    return { ...found, grades: graded(picture, { ...(type && { type }), ...(asked && { asked }) }) }
  } catch (error) {
    return error instanceof PictureError ? { report: unreadablePng(error), seen: [] } : { failed: String(error) }
  }
}

/** @param dpi  pixels an inch; empty: what the file says */
function withResolution(picture: Picture, dpi: string): Picture {
  if (dpi === '') return picture
  const perMetre = Math.round(Number(dpi) / 0.0254)
  return { ...picture, resolution: { across: perMetre, down: perMetre } }
}

/**
 * The picture of a file: PNG as the command line reads it, JPEG and WebP as the browser decodes them.
 *
 * @throws PictureError for a file that is none of these, is damaged or exceeds a limit
 */
async function pictureIn(file: Blob): Promise<Picture> {
  const bytes = new Uint8Array(await file.arrayBuffer())
  const format = formatOf(bytes)
  if (format !== 'JPEG' && format !== 'WebP') return readPng(bytes)
  const size = format === 'JPEG' ? jpegSize(bytes) : webpSize(bytes)
  if (size === undefined) throw new PictureError(`a damaged ${format} file`)
  boundPixels(size.width, size.height)
  return decodedBy(file, format, format === 'JPEG' ? reflectancesOfJpeg(bytes) : undefined)
}

async function decodedBy(file: Blob, format: string, reflectances: Float64Array | undefined): Promise<Picture> {
  const bitmap = await createImageBitmap(file, { colorSpaceConversion: 'none' }).catch(() => {
    throw new PictureError(`a damaged ${format} file`)
  })
  const { width, height } = bitmap
  const context = new OffscreenCanvas(width, height).getContext('2d', { willReadFrequently: true })
  if (context === null) throw new Error('this browser cannot decode pictures in a worker')
  context.fillStyle = '#fff'
  context.fillRect(0, 0, width, height)
  context.drawImage(bitmap, 0, 0)
  bitmap.close()
  const { data } = context.getImageData(0, 0, width, height)
  return cleanedPicture({ width, height }, data, 4, reflectances)
}

/** RFC 9649, 2.5 to 2.7: the header of the first chunk. */
function webpSize(bytes: Uint8Array): PictureSize | undefined {
  if (bytes.length < 30) return undefined
  const view = new DataView(bytes.buffer)
  switch (String.fromCharCode(...bytes.subarray(12, 16))) {
    case 'VP8X':
      return { width: 1 + (view.getUint32(23, true) >>> 8), height: 1 + (view.getUint32(26, true) >>> 8) }
    case 'VP8 ':
      return { width: view.getUint16(26, true) & 0x3fff, height: view.getUint16(28, true) & 0x3fff }
    case 'VP8L': {
      const bits = view.getUint32(21, true)
      return { width: 1 + (bits & 0x3fff), height: 1 + ((bits >>> 14) & 0x3fff) }
    }
    default:
      return undefined
  }
}
