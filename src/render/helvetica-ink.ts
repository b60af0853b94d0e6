/**
 * How far Helvetica's ink reaches above and below its baseline: Adobe's font metrics, version 002.000, with the characters of
 * WinAnsiEncoding (ISO 32000-1:2008, annex D.2). It is not the font that labels are laid out with, whose braces are less deep.
 */

/** In thousandths of an em, y up. */
type Row = readonly [top: number, bottom: number, characters: string]

// biome-ignore format: an extent a line
const rows: readonly Row[] = [
  [931, 0, 'Å'],
  [929, 0, 'ŽÀÁÂÈÉÊÌÍÎÝ'],
  [929, -19, 'ŠÒÓÔÙÚÛ'],
  [917, 0, 'ÃÑ'],
  [917, -19, 'Õ'],
  [901, 0, 'ŸÄËÏ'],
  [901, -19, 'ÖÜ'],
  [775, -115, '$'],
  [775, -225, '|'],
  [756, -15, 'å'],
  [737, 405, 'ªº'],
  [737, -15, 'ð'],
  [737, -19, '/@CGOS\\€Œ©®Ø'],
  [737, -56, 'Q'],
  [737, -191, '§'],
  [737, -207, 'ƒ'],
  [737, -225, 'Ç'],
  [734, 593, '`ˆ´'],
  [734, 0, 'žìíî'],
  [734, -14, 'òóô'],
  [734, -15, 'šàáâèéêùúû'],
  [734, -214, 'ý'],
  [733, -207, '()'],
  [728, 0, 'f'],
  [728, -15, 'ß'],
  [727, 0, '?'],
  [725, 470, '‘“'],
  [722, 606, '˜'],
  [722, 0, 'ñ'],
  [722, -14, 'õ'],
  [722, -15, 'ã'],
  [722, -196, '[]{}'],
  [718, 463, '"\'’”'],
  [718, 431, '*'],
  [718, 306, '™'],
  [718, 0, '!ABDEFHIKLMNPRTVWXYZhiklÆÐÞ'],
  [718, -15, '&bd'],
  [718, -16, '£'],
  [718, -19, 'JU'],
  [718, -159, '†‡'],
  [718, -173, '¶'],
  [718, -207, 'þ'],
  [718, -210, 'j'],
  [706, 604, '¨'],
  [706, 0, 'ï'],
  [706, -14, 'ö'],
  [706, -15, 'äëü'],
  [706, -214, 'ÿ'],
  [703, 411, '°'],
  [703, 281, '²¹'],
  [703, 270, '³'],
  [703, 0, '124'],
  [703, -19, '%03689‰¼½¾'],
  [700, -150, '¦'],
  [688, 264, '^'],
  [688, 0, '#7¥'],
  [688, -19, '5'],
  [684, 627, '¯'],
  [669, -7, 't'],
  [623, -115, '¢'],
  [603, 99, '¤'],
  [545, -22, 'ø'],
  [538, 0, 'mnr'],
  [538, -14, 'o'],
  [538, -15, 'acesœæ'],
  [538, -207, 'pq'],
  [538, -220, 'g'],
  [538, -225, 'ç'],
  [525, -201, '¿'],
  [524, -19, '÷'],
  [523, 0, 'vwxz'],
  [523, -15, 'u'],
  [523, -195, '¡'],
  [523, -207, 'µ'],
  [523, -214, 'y'],
  [517, 202, '•'],
  [516, 0, ':'],
  [516, -147, ';'],
  [506, 0, '±×'],
  [505, 0, '+'],
  [495, 11, '<>'],
  [446, 108, '‹›«»'],
  [390, 115, '='],
  [390, 108, '¬'],
  [326, 180, '~'],
  [322, 232, '-\u00ad'],
  [315, 190, '·'],
  [313, 240, '–—'],
  [106, 0, '.…'],
  [106, -147, ','],
  [106, -149, '‚„'],
  [0, -225, '¸'],
  [-75, -125, '_'],
]

/** By the character; those that are not there have no ink. */
const extents = new Map(
  rows.flatMap(([top, bottom, characters]) => [...characters].map((each) => [each, { top, bottom }] as const)),
)

/** The ink of a text in Helvetica in thousandths of an em above the baseline; undefined if it has none. */
export function helveticaInk(text: string): { readonly top: number; readonly bottom: number } | undefined {
  let [top, bottom] = [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY]
  for (const character of text) {
    const extent = extents.get(character)
    if (extent === undefined) continue
    top = Math.max(top, extent.top)
    bottom = Math.min(bottom, extent.bottom)
  }
  return top < bottom ? undefined : { top, bottom }
}
