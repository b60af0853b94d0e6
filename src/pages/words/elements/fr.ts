/** What elements of contents are called in French. */

import type { ElementTitles } from './en.ts'

export const elementTitles: ElementTitles = {}
