/** Characters that separate, repeat or combine, and what takes several of them. */
export const units: readonly string[] = [
  ...'/\\.,:;\'"&=?#%+-_^~|*@()[]{}<> \t\n019aAZ',
  ...['\r\n', '\0', 'é', '\u0301', '\u0301\u0323', '\u200b', '\u202e', '中', '📓', '\ud83d', '\udcd3', 'ſ'],
  ...[
    '""',
    '\\"',
    ',"',
    'a=',
    'a=,',
    '%2F',
    '%C3%A9',
    '%zz',
    '..',
    '1.',
    '1,',
    '0x',
    '1e9',
    '(0',
    '(01)',
    '^10',
    '//',
    'a.',
    'a-',
    '-1',
    '<a',
    'a ',
  ],
]

/** About `length` code units of a unit. */
export const repeated = (unit: string, length: number): string => unit.repeat(Math.ceil(length / unit.length))

/**
 * CPU time in ms that a call takes: of six calls the least, until one takes no more than `bound`, since other processes, the compiler
 * and the collection of garbage have their part in it. Ten times as much is no accident.
 */
export async function effortOf(call: () => unknown, bound: number): Promise<number> {
  let least = Number.POSITIVE_INFINITY
  for (let i = 0; i < 6 && least > bound; i++) {
    const before = process.cpuUsage()
    await call()
    const { user, system } = process.cpuUsage(before)
    least = Math.min(least, (user + system) / 1000)
    if (least > 10 * bound) return least
  }
  return least
}
