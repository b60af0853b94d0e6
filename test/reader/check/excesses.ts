import { ok } from 'node:assert/strict'
import { checked, Effort, PictureError, type Report, readPng, unreadablePng } from '../../../src/reader/check/index.ts'
import { all, forAll, long } from '../../random.ts'
import { hostilePngs } from './hostile-pngs.ts'

export const most = long ? { pixels: 25e6, chunks: 1e6, bytes: 100e6 } : { pixels: 1e6, chunks: 1e5, bytes: 4e6 }

interface Checked {
  readonly report: Report
  readonly pixels: number
  readonly effort: Effort
}

/** What is said of a file, and what it cost. */
export async function reportOn(file: Uint8Array): Promise<Checked> {
  const effort = new Effort()
  try {
    const picture = await readPng(new Uint8Array(file))
    return { ...checked(picture, {}, effort), pixels: picture.grey.length, effort }
  } catch (error) {
    if (error instanceof PictureError) return { report: unreadablePng(error), pixels: 0, effort }
    throw error
  }
}

/**
 * Steps that a picture may cost: each pixel as part of a row and of a column and again where lines are alike, and for each
 * polarity what the search for a matrix symbol may take, with the one part in which it comes to its end; as a photo; and in parts around
 * single symbols, of which the last may take as much as a picture.
 */
export const mostStepsFor = (pixels: number): number =>
  drawnSteps(pixels) + mostPhotoStepsFor(pixels) + (4 * pixels + 40e6) + drawnSteps(pixels)

const drawnSteps = (pixels: number): number => 4 * pixels + 2 * 40e6

/** Steps that a picture may cost as a photo: for each pixel in all eight sizes, 4/3 of those of the first, and for each size. */
export const mostPhotoStepsFor = (pixels: number): number => 26 * (4 / 3) * pixels + 8 * 3.75e6

/** Asserts that no more is said of hostile PNGs of these kinds, and that it costs no more, than is allowed. */
export async function assertNoExcess(kinds: readonly string[]): Promise<void> {
  for (const kind of kinds) {
    await forAll([hostilePngs(kind, most)], { count: 2, times: all ? 200 : 5 }, async (file) => {
      const { report, pixels, effort } = await reportOn(file)
      const messages = report.findings.map(({ message }) => message.length)
      const modules = report.findings.map((finding) => finding.modules?.length ?? 0)
      ok(effort.steps <= mostStepsFor(pixels), `${kind}: ${effort.steps} steps`)
      ok(report.findings.length <= 2000, `${kind}: ${report.findings.length} findings`)
      ok(Math.max(...messages) <= 500, `${kind}: a message of ${Math.max(...messages)} characters`)
      ok(Math.max(...modules) <= 177 * 177, `${kind}: ${Math.max(...modules)} modules`)
    })
  }
}
