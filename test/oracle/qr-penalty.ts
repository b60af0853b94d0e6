/** The scores of ISO/IEC 18004:2015, 7.8.3, module by module as the clause words them: slow, and by no trick. */

/** Rows of '1' (dark) and '0' (light). */
export interface Penalty {
  readonly runs: number
  readonly areas: number
  readonly finders: number
  readonly balance: number
}

/** Table 11. Outside the symbol is light; steps of 5 % are whole. */
export function penaltyOf(rows: readonly string[]): Penalty {
  const columns = Array.from(rows, (_, x) => rows.map((row) => row[x]).join(''))
  const lines = [...rows, ...columns]
  const size = rows.length
  // N1: "5 + i" adjacent modules of one colour are worth 3 + i.
  const runs = lines.flatMap((line) => line.match(/0+|1+/g)!).filter((run) => run.length >= 5)
  const runPoints = runs.reduce((sum, run) => sum + 3 + (run.length - 5), 0)
  // N2: blocks of 2 x 2 modules of one colour.
  let areas = 0
  for (let y = 0; y + 1 < size; y++) {
    for (let x = 0; x + 1 < size; x++) {
      const four = rows[y]!.slice(x, x + 2) + rows[y + 1]!.slice(x, x + 2)
      if (four === '0000' || four === '1111') areas += 3
    }
  }
  // N3: 1:1:3:1:1, preceded or followed by a light area of 4 modules.
  let finders = 0
  for (const line of lines) {
    const wide = `0000${line}0000`
    for (let at = 4; at + 7 <= wide.length - 4; at++) {
      if (wide.slice(at, at + 7) !== '1011101') continue
      if (wide.slice(at - 4, at) === '0000' || wide.slice(at + 7, at + 11) === '0000') finders += 40
    }
  }
  // N4: whole steps of 5 % between the proportion of dark modules and 50 %.
  const dark = rows.join('').split('1').length - 1
  const balance = 10 * Math.floor(Math.abs((100 * dark) / (size * size) - 50) / 5 + 1e-9)
  return { runs: runPoints, areas, finders, balance }
}

/** 7.8.3.2: the sums of the right column and of the bottom row, both without their first module. */
export function microScoreOf(rows: readonly string[]): { right: number; bottom: number; total: number } {
  const right = rows.slice(1).filter((row) => row.endsWith('1')).length
  const bottom = rows.at(-1)!.slice(1).split('1').length - 1
  return { right, bottom, total: right <= bottom ? 16 * right + bottom : 16 * bottom + right }
}
