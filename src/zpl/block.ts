/** Text in lines: field blocks and text blocks (ZPL II Programming Guide, `^FB`, `^TB`). */

/** `^FB`. Lengths are in dots. */
export interface FieldBlock {
  readonly width: number
  readonly lines: number
  /** Added between lines; negative to take away. */
  readonly spacing: number
  readonly align: 'L' | 'C' | 'R' | 'J'
  /** Of lines behind the first. */
  readonly indent: number
}

/** A line of a block. */
export interface BlockLine {
  readonly text: string
  /** Whether a paragraph ends with it, which is not spread then. */
  readonly isLast: boolean
}

/**
 * The lines of a block: `\&` begins a new one, `\-` is where a word may be split, `\\` is a backslash. Words that are wider than a line are split.
 *
 * @param widthOf  the advance of a text in dots
 */
export function blockLines(
  text: string,
  { width, indent }: Pick<FieldBlock, 'width' | 'indent'>,
  widthOf: (text: string) => number,
): readonly BlockLine[] {
  const lines: BlockLine[] = []
  for (const paragraph of paragraphsOf(text)) {
    let line = ''
    const room = (): number => width - (lines.length === 0 ? 0 : indent)
    const end = (isLast: boolean): void => {
      lines.push({ text: line.trimEnd(), isLast })
      line = ''
    }
    for (const word of paragraph.match(/ *[^ ]+| +$/g) ?? []) {
      const part = line === '' && lines.length > 0 ? word.trimStart() : word
      if (widthOf(line + visible(part)) <= room()) {
        line += visible(part)
        continue
      }
      line = brokenWord(part, { line, room, widthOf, end: () => end(false), keep: (kept) => (line = kept) })
    }
    end(true)
  }
  return lines
}

const softHyphen = '\u00ad'

const visible = (text: string): string => text.replaceAll(softHyphen, '')

/** The text between `\&`, with soft hyphens for `\-`. */
function paragraphsOf(text: string): readonly string[] {
  const paragraphs = ['']
  for (const part of text.split(/(\\[\\&-])/)) {
    if (part === '\\&') paragraphs.push('')
    else paragraphs[paragraphs.length - 1] += part === '\\-' ? softHyphen : part === '\\\\' ? '\\' : part
  }
  return paragraphs
}

interface Breaking {
  readonly line: string
  readonly room: () => number
  readonly widthOf: (text: string) => number
  readonly end: () => void
  readonly keep: (line: string) => void
}

/** A word that does not fit behind a line: split at a soft hyphen, moved to the next line, or split where the line ends. Returns the line in hand. */
function brokenWord(word: string, { line, room, widthOf, end, keep }: Breaking): string {
  let current = line
  let rest = word
  const pieces = rest.split(softHyphen)
  for (let count = pieces.length - 1; count > 0; count--) {
    const head = `${pieces.slice(0, count).join('')}-`
    if (widthOf(current + head) > room()) continue
    keep(current + head)
    end()
    current = ''
    rest = pieces.slice(count).join(softHyphen)
    break
  }
  if (current.trim() !== '') {
    keep(current)
    end()
    current = ''
    rest = rest.trimStart()
  }
  rest = visible(rest)
  while (widthOf(rest) > room()) {
    const count = fitting(rest, room(), widthOf)
    keep(rest.slice(0, count))
    end()
    rest = rest.slice(count)
  }
  return rest
}

/** How many characters of a text fit a width, but one at least. */
function fitting(text: string, room: number, widthOf: (text: string) => number): number {
  let [least, most] = [1, text.length]
  while (least < most) {
    const middle = Math.ceil((least + most) / 2)
    if (widthOf(text.slice(0, middle)) <= room) least = middle
    else most = middle - 1
  }
  return least
}
