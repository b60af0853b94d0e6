export { type Bitmap, bitmapOf, filledOutline } from './bitmap.ts'
export { provideFonts } from './font-source.ts'
export type { Face } from './fonts.ts'
export type { InkBox, Pen } from './glyph.ts'
export {
  fullWidth,
  heightOf,
  type Line,
  lineHeight,
  type Outlines,
  outlineOf,
  outlinesOf,
  type SharedOutline,
  typeset,
} from './line.ts'
export { leastEms, longestWord } from './measured-text.ts'
export { neededFonts } from './needed-fonts.ts'
export { isCut, type ParagraphStyle, paragraph, type Texts } from './paragraph.ts'
export { shownOf } from './shown-text.ts'
