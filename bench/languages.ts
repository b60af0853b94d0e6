/** What a label is in each language of printers: bytes, and the time from the drawing to them. */

import { composeLabel } from '../src/draw.ts'
import type { Dpi } from '../src/layout/resolution.ts'
import { commands } from '../src/render/deflate.ts'
import { hasDpi, type PrinterLanguage, printerLanguages } from '../src/render/language.ts'
import { sink } from './measure.ts'
import { digits, pool } from './pools.ts'
import { type Quartiles, quartiles } from './quartiles.ts'

export interface LanguageCost {
  readonly language: PrinterLanguage
  readonly dpi: Dpi
  readonly bytes: Quartiles
  readonly microseconds: Quartiles
}

const limits = { maxPixels: 25_000_000 }

/** A 4x6 label at 203 dpi, or at 300 where printers of the language have no such head. @param rounds  through twenty labels */
export function measuredLanguages(rounds: number): readonly LanguageCost[] {
  const label = { type: 'code128', size: '4x6', orientation: 'portrait', showtext: true, qty: 1 } as const
  const texts = pool(20, (draw) => `QZ-${digits(draw, 4)}`)
  return printerLanguages.map((language) => {
    const dpi = hasDpi(language, '203') ? '203' : '300'
    const scenes = texts.map((text) => composeLabel({ ...label, text, dpi, format: language }, limits).scene)
    const lengths = scenes.map((scene) => commands([scene], 1, { language }).label.length)
    const times = Array.from({ length: rounds + 1 }, () => {
      const start = performance.now()
      for (const scene of scenes) sink.last = commands([scene], 1, { language })
      return (1000 * (performance.now() - start)) / scenes.length
    })
    // the first round compiles
    return { language, dpi, bytes: quartiles(lengths), microseconds: quartiles(times.slice(1)) }
  })
}
