import { bitmapOf, paragraph, provideFonts } from '../src/text/index.ts'
import { installedFonts } from '../src/text/installed-fonts.ts'
import { calling } from './contender.ts'
import type { Workload } from './measure.ts'
import { caption, pool } from './pools.ts'

provideFonts(installedFonts)

const style = { face: 'sans', size: 42, minSize: 25, width: 900, lines: 3 } as const

/** Captions of 30 characters, from text to dots: shaped, wrapped and drawn, with the fonts already open. */
export function captionWorkloads(): Workload[] {
  return (['latin', 'chinese', 'arabic'] as const).map((script) => {
    const texts = pool(500, (draw) => caption(draw, script, 30))
    const work = (text: string): unknown => paragraph(text, style).map(bitmapOf)
    // each text once, so that caches are warm at any pace
    for (const text of texts) work(text)
    return { name: `caption, ${script}`, contenders: [calling({ name: 'quietzone', kind: 'ours' }, texts, work)] }
  })
}
