/** What is said of imported files of gLabels: the service says it in English already. */

import type { Phrases } from '../findings/en.ts'

export const imports: Phrases = []
