import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { composeLabel, drawLabel, type LabelRequest } from '../../src/draw.ts'
import { type Dpi, resolutions } from '../../src/layout/resolution.ts'
import { firstPages } from '../oracle/pdf.ts'
import { pdfRenderers } from '../oracle/pdf-renderers.ts'
import { pngPicture } from '../oracle/picture.ts'
import type { Picture } from '../oracle/zxing.ts'

const limits = { maxPixels: 25_000_000 }

/** The part of a label that is compared, in dots. */
interface Part {
  readonly left: number
  readonly top: number
  readonly right: number
  readonly bottom: number
}

/** The modules of a label with a caption, otherwise all of it. */
function comparedPart(request: LabelRequest): Part {
  const { scene } = composeLabel(request, limits)
  const modules = scene.marks.find((mark) => mark.kind === 'modules')!
  if (!request.showtext) return { left: 0, top: 0, right: scene.width, bottom: scene.height }
  return { left: modules.xs[0]!, top: modules.ys[0]!, right: modules.xs.at(-1)!, bottom: modules.ys.at(-1)! }
}

/**
 * How the PDFs of labels for one print head differ from their PNGs when they are drawn by each renderer: dot by dot, a dot that is
 * more than half dark counting as dark.
 *
 * @param scales  dots of the renderer for each dot of the print head, in both directions
 */
export async function renderedFaults(
  labels: readonly LabelRequest[],
  dpi: Dpi,
  scales: readonly number[],
): Promise<string[]> {
  const folder = mkdtempSync(join(tmpdir(), 'quietzone-printed-'))
  try {
    const requests = labels.map((label) => ({ ...label, dpi }))
    const wanted = requests.map((request) => pngPicture(drawLabel({ ...request, format: 'png' }, limits).bytes))
    const files = requests.map((request) => drawLabel({ ...request, format: 'pdf' }, limits).bytes)
    const joined = firstPages(files, folder)
    const faults: string[] = []
    for (const times of scales) {
      const sizes = wanted.map(({ width, height }) => ({ width: times * width, height: times * height }))
      for (const renderer of pdfRenderers) {
        const drawn = await renderer.draw(joined, folder, times * resolutions[dpi].perInch, sizes)
        for (const [i, request] of requests.entries()) {
          const fault = difference(drawn[i]!, wanted[i]!, comparedPart(request), times)
          const { type, size, orientation } = request
          if (fault !== undefined)
            faults.push(`${renderer.name}, ${times}x: ${type} on ${size} ${orientation} ${dpi}: ${fault}`)
        }
      }
    }
    return faults
  } finally {
    rmSync(folder, { recursive: true })
  }
}

function difference(
  drawn: Picture,
  wanted: Picture,
  { left, top, right, bottom }: Part,
  times: number,
): string | undefined {
  if (drawn.width !== times * wanted.width || drawn.height !== times * wanted.height) {
    return `${drawn.width} x ${drawn.height} dots, not ${times * wanted.width} x ${times * wanted.height}`
  }
  const row = new Uint8Array(times * (right - left))
  // the last rows that were equal: most rows are the same as the one above
  let above: Uint8Array = new Uint8Array()
  let passed: Uint8Array = row
  for (let y = top; y < bottom; y++) {
    const dots = wanted.grey.subarray(y * wanted.width + left, y * wanted.width + right)
    if (Buffer.compare(dots, above) !== 0) {
      for (const [x, grey] of dots.entries()) row.fill(grey, times * x, times * (x + 1))
      above = dots
      passed = row
    }
    for (let line = times * y; line < times * (y + 1); line++) {
      const start = line * drawn.width + times * left
      const found = drawn.grey.subarray(start, start + row.length)
      if (Buffer.compare(found, passed) === 0) continue
      const at = row.findIndex((grey, x) => grey < 128 !== found[x]! < 128)
      if (at >= 0) return `dot ${left + at / times}, ${line / times}`
      passed = found
    }
  }
  return undefined
}
