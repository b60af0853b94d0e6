import { provideFonts } from '../../src/text/index.ts'
import { installedFonts } from '../../src/text/installed-fonts.ts'

// for tests of this room that draw nothing; src/draw.ts does it for the others
provideFonts(installedFonts)
