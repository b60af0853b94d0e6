import { checked, Effort, PictureError, type Report, readPng, unreadablePng } from '../../src/check/index.ts'
import { long, random } from '../random.ts'
import { hostilePng } from './hostile-pngs.ts'

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
 * polarity what the search for a matrix symbol may take, with the one part in which it comes to its end.
 */
export const mostStepsFor = (pixels: number): number => 4 * pixels + 2 * 40e6

/** What is too much, of what is said of hostile PNGs and of what that costs. */
export async function excessesIn(stream: string, count: number): Promise<string[]> {
  const r = random(stream)
  const wrong: string[] = []
  for (let i = 0; i < count; i++) {
    const { kind, file } = hostilePng(i, r, most)
    const { report, pixels, effort } = await reportOn(file)
    const messages = report.findings.map(({ message }) => message.length)
    const modules = report.findings.map((finding) => finding.modules?.length ?? 0)
    if (effort.steps > mostStepsFor(pixels)) wrong.push(`${kind}, case ${i}: ${effort.steps} steps`)
    if (report.findings.length > 2000) wrong.push(`${kind}, case ${i}: ${report.findings.length} findings`)
    if (Math.max(...messages) > 500) wrong.push(`${kind}, case ${i}: a message of ${Math.max(...messages)} characters`)
    if (Math.max(...modules) > 177 * 177) wrong.push(`${kind}, case ${i}: ${Math.max(...modules)} modules`)
  }
  return wrong
}
