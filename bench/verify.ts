/** What it costs to read a label back, by format and resolution. */

import { expectedOf, feedingOf, sheetOf } from '../src/draw/proof.ts'
import { composeLabel, drawLabel } from '../src/draw.ts'
import { FitError } from '../src/layout/fit.ts'
import type { Dpi } from '../src/layout/resolution.ts'
import { verify } from '../src/reader/verify/index.ts'
import { hasDpi, isPrinterLanguage, printerLanguages } from '../src/render/language.ts'
import { EncodeError } from '../symbologies/index.ts'
import { digits, pool } from './pools.ts'
import { type Quartiles, quartiles } from './quartiles.ts'

export interface VerifyCost {
  readonly format: string
  readonly dpi: Dpi
  /** CPU time; the quartiles of the labels. */
  readonly milliseconds: Quartiles
  /** That of the label that takes longest. */
  readonly worst: number
  /** Its symbology. */
  readonly of: string
}

const limits = { maxPixels: 25_000_000 }

const types = ['code128', 'qr', 'datamatrix', 'ean13', 'microqr'] as const
const words = { title: 'Sechskantschraube M8 x 40\nDIN 933', caption: 'Regal 7/12, 10 Stück', withtext: true }

/** A 4x6 label of each of five symbologies, alone and with words above and below it. @param rounds  through all of them */
export function measuredVerify(rounds: number): readonly VerifyCost[] {
  const formats = ['png', 'svg', 'pdf', ...printerLanguages] as const
  const texts = pool(types.length, (draw) => digits(draw, 12))
  return formats.flatMap((format) =>
    (['203', '300', '600'] as const).flatMap((dpi): VerifyCost[] => {
      if (isPrinterLanguage(format) && !hasDpi(format, dpi)) return []
      const labels = types.flatMap((type, i) =>
        [{}, words].flatMap((own) => {
          const text = type === 'microqr' ? texts[i]!.slice(0, 8) : texts[i]!
          const size = format === 'brother' ? '102x150mm' : '4x6'
          const label = {
            type,
            text,
            size,
            orientation: 'portrait',
            showtext: true,
            qty: 1,
            format,
            dpi,
            ...own,
          } as const
          try {
            const composed = composeLabel(label, limits)
            const { bytes } = drawLabel(label, limits)
            return [{ type, bytes, expected: expectedOf([sheetOf([composed.asked], 1, feedingOf(format))], format) }]
          } catch (error) {
            // heads of receipt printers are narrower
            if (error instanceof FitError || error instanceof EncodeError) return []
            throw error
          }
        }),
      )
      const times = labels.map(({ bytes, expected, type }) => ({
        type,
        each: cpuTime(rounds, () => verify(bytes, expected)),
      }))
      if (times.length === 0) return []
      const worst = times.reduce((a, b) => (b.each > a.each ? b : a))
      const milliseconds = quartiles(times.map(({ each }) => each))
      return [{ format, dpi, milliseconds, worst: worst.each, of: worst.type }]
    }),
  )
}

/** Milliseconds of CPU time that a call takes, whatever else runs: the mean of so many. */
function cpuTime(rounds: number, call: () => void): number {
  // compiles
  for (let i = 0; i < Math.min(10, rounds); i++) call()
  const start = process.cpuUsage()
  for (let i = 0; i < rounds; i++) call()
  const { user, system } = process.cpuUsage(start)
  return (user + system) / 1000 / rounds
}
