import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Blob, Face } from 'harfbuzzjs'
import { root } from '../../src/root.ts'
import { provideFonts } from '../../src/text/index.ts'
import { installedFonts, loadHarfBuzz } from '../../src/text/installed-fonts.ts'

// for tests of this room that draw nothing; src/draw.ts does it for the others
provideFonts(installedFonts)
await loadHarfBuzz()

const small = new Face(new Blob(readFileSync(join(root, 'fonts/noto/NotoSansLycian.ttf'))))

/** The size of HarfBuzz's memory in bytes: a table that it gives is a view of all of it. It never shrinks. */
export const harfBuzzMemory = (): number => small.referenceTable('maxp')!.buffer.byteLength
