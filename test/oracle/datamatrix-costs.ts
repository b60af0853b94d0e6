import fc from 'fast-check'
import { addBytes, columns, costAt, reachAscii, state, unreachable } from '../../symbologies/datamatrix/cost-table.ts'
import { eciCodewords } from '../../symbologies/datamatrix/message.ts'
import { interpretationsOf } from '../../symbologies/datamatrix/several-ecis.ts'
import { drawn } from '../random.ts'
import { eciTexts, mixedTexts } from '../symbologies/datamatrix/texts.ts'

export function startsOf(text: string): number[] {
  const starts = [0]
  for (const character of text) starts.push(starts.at(-1)! + character.length)
  return starts
}

/** Texts that may be best in UTF-16 or Shift JIS, and have characters of ASCII that these lack or take more for. */
const wide = ['漢汉한ก', '漢かナ', '漢汉\\~12', '漢汉한ก12345678', '12345678', 'ABCDEFG', 'é漢']

export const texts = fc.oneof(
  mixedTexts(30),
  ...[5, 40, 200].map(eciTexts),
  drawn((r) => Array.from({ length: r.between(1, 6) }, () => r.text(r.pick(wide), r.between(1, 12))).join('')),
)

/** The fewest codewords before each character and at the end, each in any interpretation that has it. */
export function plainCosts(text: string): number[] {
  const { order, repertoires } = interpretationsOf(text)
  const tables = repertoires.map((each) => ({
    ...each,
    costs: new Uint16Array((each.bytes.length + 1) * columns).fill(unreachable),
  }))
  reachAscii(tables[0]!.costs, 0, 0)
  const asciiAt = (character: number): number =>
    Math.min(...tables.map(({ costs, offsets }) => costAt(costs, offsets[character]!, state.ascii)))
  const least = [0]
  for (let character = 0; character < order.length; character++) {
    for (const { eci, costs, bytes, offsets, repertoire } of tables) {
      if (eci !== undefined) reachAscii(costs, offsets[character]!, least[character]! + eciCodewords(eci).length)
      if (repertoire[order[character]!] === undefined) continue
      addBytes(costs, bytes, offsets[character]!, offsets[character + 1]!)
    }
    least.push(asciiAt(character + 1))
  }
  return least
}
