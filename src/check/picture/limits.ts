/** The most pixels of a picture, as many as the service draws in one; checked before anything is allocated. */
export const mostPixels = 25_000_000

/**
 * The longest side of a picture, in pixels: Code 39 is the widest, with two symbol characters of 16 modules for each of
 * 7089 characters, at 10 pixels a module.
 */
export const longestSide = 2_300_000
