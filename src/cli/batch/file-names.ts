import { quoted } from '../../../symbologies/index.ts'
import { Refused } from '../command.ts'

/** Characters that a name may not hold: those with a meaning in paths on some system, invisible ones, and bidi controls. */
const forbidden = /[<>:"/\\|?*\p{Cc}\p{Cs}\p{Zl}\p{Zp}\p{Bidi_Control}]/u
/** Windows device names, with or without an extension; spaces before the extension are ignored. */
const device = /^(con|prn|aux|nul|conin\$|conout\$|com[0-9¹²³]|lpt[0-9¹²³]) *(\.|$)/i
/** Bytes, the limit of common file systems. */
const longest = 255

const accepted =
  'a plain file name: no folder, no control character, none of <>:"/\\|?*, no dot at the start, no dot or space at the end, ' +
  `no Windows device name, at most ${longest} bytes`

/** @throws Refused if `name` could lead out of its folder, or is not a file name on every common system */
export function refuseUnsafe(name: string): void {
  const bytes = Buffer.byteLength(name)
  if (forbidden.test(name) || device.test(name) || /^\.|[. ]$/.test(name) || bytes > longest) {
    throw new Refused('invalid_parameter', `file: ${quoted(name)} is not ${accepted}`)
  }
}

/** Names in use, each with its row. */
export class TakenNames {
  private readonly rows = new Map<string, number>()

  /** @throws Refused if an earlier row has the same name, or one that some file systems treat as the same */
  take(name: string, row: number): void {
    const same = name.toUpperCase().normalize('NFD')
    const earlier = this.rows.get(same)
    if (earlier !== undefined) {
      throw new Refused('invalid_parameter', `file: ${quoted(name)} is already the name of row ${earlier}`)
    }
    this.rows.set(same, row)
  }
}
