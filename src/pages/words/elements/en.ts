/** What elements of contents are called, by their English titles: reports have these already. */

export type ElementTitles = { readonly [english: string]: string }

export const elementTitles: ElementTitles = {}
