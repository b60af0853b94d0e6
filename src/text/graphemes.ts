let segmenter: Intl.Segmenter | undefined

/** Made for the first text that needs it, because this takes a tenth of the time in which the whole program loads. */
function graphemeSegmenter(): Intl.Segmenter {
  segmenter ??= new Intl.Segmenter('und', { granularity: 'grapheme' })
  return segmenter
}

/**
 * Runs of characters with a grapheme boundary between any two of them (Unicode Standard Annex #29, 3.1.1): simple ones, Han, the
 * soft hyphen.
 */
const separate = /[\x20-\x7e\xa0-\xff\u2026\u4e00-\u9fff]{2,}/gu

/** Where graphemes start. Only the text between such runs goes through Intl.Segmenter, which is slow. */
export function graphemesFrom(text: string, from: number): number[] {
  const starts: number[] = []
  let done = from
  const segmentTo = (end: number): void => {
    for (const { index } of graphemeSegmenter().segment(text.slice(done, end))) starts.push(done + index)
    done = end
  }
  for (const { index, 0: run } of text.slice(from).matchAll(separate)) {
    // the first and last character of the run may be in one grapheme with the text before and after it
    const start = from + index
    if (start > done) segmentTo(start + 1)
    const last = start + run.length - 1
    for (; done < last; done++) starts.push(done)
  }
  segmentTo(text.length)
  starts.push(text.length)
  return starts
}
