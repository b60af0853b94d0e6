/** What elements of contents are called in German. */

import type { ElementTitles } from './en.ts'

export const elementTitles: ElementTitles = {}
