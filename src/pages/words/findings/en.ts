/** What findings of checks say: the report is in English already. */

/** English sentences with values as {1}, and sentences within them as {1:}, and what is said for each; the first that fits is meant. */
export type Phrases = readonly (readonly [english: string, said: string])[]

export const findings: Phrases = []
