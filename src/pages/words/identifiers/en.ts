/** What data identifiers of ANS MH10.8.2 are called, by their English titles, besides what other elements are called too. */

import type { ElementTitles } from '../elements/en.ts'

export const identifierTitles: ElementTitles = {}
