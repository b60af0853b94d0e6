/** The numbers that a barcode can be asked for with, and those of a request that does not say. */

/** Dots a module. */
export const scaleRange = { least: 1, most: 10, default: 3 } as const

/** The height of bars, in mm. */
export const heightRange = { least: 1, most: 100, default: 15 } as const
