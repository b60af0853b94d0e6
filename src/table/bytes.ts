/** Cells of one record at most: the columns of a sheet in common spreadsheet programs. */
export const mostCells = 16_384

export const [lineFeed, carriageReturn, quote] = [0x0a, 0x0d, 0x22] as const
