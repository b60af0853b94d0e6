/**
 * The fewest codewords for `bytes` in a symbol of exactly `capacity` codewords, by plain search: every state that any
 * sequence of encodations can be in after each byte, with every number of codewords so far. Nothing is left out as
 * worse, so that whatever the rules for the end of the data make of a state is found.
 *
 * @returns undefined if the bytes do not fit
 * ISO/IEC 16022:2006, 5.2; written apart from the encoder, for tests
 */
export function fewestCodewords(bytes: readonly number[], capacity: number): number | undefined {
  const steps = Array.from({ length: bytes.length + 2 }, () => new Map<string, State>())
  const put = (at: number, candidate: State): void => {
    for (const reached of withLatches(candidate, capacity)) {
      if (reached.used <= capacity) steps[at]!.set(`${reached.mode} ${reached.open} ${reached.used}`, reached)
    }
  }
  put(0, { mode: 'A', open: 0, used: 0 })
  let fewest: number | undefined
  const finish = (used: number): void => {
    if (used <= capacity && (fewest === undefined || used < fewest)) fewest = used
  }
  for (const [at, byte] of bytes.entries()) {
    for (const here of steps[at]!.values()) {
      const left = capacity - here.used
      for (const after of afterByte(here, byte, left)) put(at + 1, after)
      const pair = digit(byte) && digit(bytes[at + 1] ?? 0)
      if (here.mode === 'A' && pair) put(at + 2, { ...here, used: here.used + 1 })
      const last = at === bytes.length - 1 && here.open === 0 && left === 1
      if (last && 'CTX'.includes(here.mode) && values(here.mode, byte) === 1) finish(capacity)
    }
  }
  for (const here of steps[bytes.length]!.values()) finish(here.used + ending(here, capacity - here.used))
  return fewest
}

interface State {
  readonly mode: string
  /** Values in the triplet or EDIFACT group that is not yet counted; bytes in the Base 256 field, as if uncounted. */
  readonly open: number
  readonly used: number
}

/** The state, what it is after an unlatch, and after each latch from there. */
function withLatches(state: State, capacity: number): State[] {
  const { mode, open, used } = state
  const reached: State[] = []
  // 5.2.8: with one or two codewords left after whole groups, EDIFACT is over.
  const over = mode === 'E' && open === 0 && capacity - used <= 2
  if (!over) reached.push(state)
  let ascii: number | undefined
  if (mode === 'A' || over) ascii = used
  else if ('CTX'.includes(mode) && open === 0) ascii = used + 1
  else if (mode === 'E') ascii = used + Math.min(3, open + 1)
  else if (mode === 'B' && open > 0) ascii = used + lengthCodewords(open)
  if (ascii === undefined) return reached
  reached.push({ mode: 'A', open: 0, used: ascii })
  for (const latched of 'CTXEB') {
    const after = { mode: latched, open: 0, used: ascii + 1 }
    if (latched === 'E' && capacity - after.used <= 2) continue
    reached.push(after)
  }
  return reached
}

const lengthCodewords = (bytes: number): number => (bytes < 250 ? 1 : 2)

function afterByte({ mode, open, used }: State, byte: number, left: number): State[] {
  if (mode === 'A') return [{ mode, open, used: used + (byte < 128 ? 1 : 2) }]
  if (mode === 'B') return [{ mode, open: open + 1, used: used + 1 }]
  if (mode === 'E') {
    if (byte < 32 || byte > 94 || left < 3) return []
    return [open === 3 ? { mode, open: 0, used: used + 3 } : { mode, open: open + 1, used }]
  }
  const count = values(mode, byte)
  if (count === 0) return []
  const sum = open + count
  return [{ mode, open: sum % 3, used: used + 2 * Math.floor(sum / 3) }]
}

/** Codewords that are still to come when all bytes are in; Infinity where it cannot end so. */
function ending({ mode, open }: State, left: number): number {
  if (mode === 'A') return 0
  // 5.2.9.2: a length of 0, in one codeword, says that the field runs to the symbol's end.
  if (mode === 'B') return left === 1 ? 1 : lengthCodewords(open)
  if (mode === 'E') return open === 0 && left <= 2 ? 0 : Math.min(3, open + 1)
  if (open === 0) return left === 0 ? 0 : 1
  return open === 2 && left === 2 && mode !== 'X' ? 2 : Number.POSITIVE_INFINITY
}

/** Values of a byte in C40, Text and X12, by the tables of Annex C; 0 if there is none. */
function values(mode: string, byte: number): number {
  const character = String.fromCharCode(byte & 127)
  if (mode === 'X') return byte < 128 && /[\r*> 0-9A-Z]/.test(character) ? 1 : 0
  const basic = mode === 'C' ? /[ 0-9A-Z]/ : /[ 0-9a-z]/
  return (byte < 128 ? 0 : 2) + (basic.test(character) ? 1 : 2)
}

const digit = (byte: number): boolean => byte >= 48 && byte <= 57
