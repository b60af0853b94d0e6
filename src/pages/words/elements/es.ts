/** What elements of contents are called in Spanish. */

import type { ElementTitles } from './en.ts'

export const elementTitles: ElementTitles = {}
