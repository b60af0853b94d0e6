/** The label stock that can be asked for, by its size: inches, then millimetres. */
export const stockNames = [
  '4x6',
  '4x4',
  '4x3',
  '4x2',
  '3.5x1.125',
  '3x3',
  '3x2',
  '3x1',
  '2x3',
  '2.25x1.25',
  '2.25x0.75',
  '2x1',
  '1.75x0.5',
  '1.5x1.5',
  '100x150',
  '100x50',
  '70x50',
  '62x100',
  '50x30',
  '50x25',
  '40x20',
  '38x25',
  '25x10',
] as const

export type StockName = (typeof stockNames)[number]
