import { paragraph } from '../../src/text/index.ts'

let number = 0

/**
 * New words, more of each kind than are kept of those that were set last. Set before a request is timed, they make it take as long
 * as one whose words differ from those of the request before, which costs a client nothing.
 */
export function otherWords(): string[] {
  const words = (count: number, letter: string): string[] => Array.from({ length: count }, () => `${letter}${number++}`)
  // texts that take long to shape are kept apart
  return [...words(40, 'é'), ...words(4, 'ꦄ')]
}

/** Sets other words in this process. */
export function setOtherWords(): void {
  for (const word of otherWords()) paragraph(word, { face: 'sans', size: 20, minSize: 20, width: 500, lines: 1 })
}
