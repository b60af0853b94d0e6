import { quoted } from '../../symbologies/index.ts'
import { Refused } from './command.ts'

/** What a name may not hold: characters with a meaning in paths of some system, those that cannot be seen, and those that turn the order round. */
const forbidden = /[<>:"/\\|?*\p{Cc}\p{Cs}\p{Zl}\p{Zp}\p{Bidi_Control}]/u
/** Devices of Windows, with any extension, before which spaces do not count. */
const device = /^(con|prn|aux|nul|conin\$|conout\$|com[0-9¹²³]|lpt[0-9¹²³]) *(\.|$)/i
/** Bytes: what the file systems of today have room for. */
const longest = 255

const accepted =
  'a plain file name: no folder, no control character, none of <>:"/\\|?*, no dot at its start, no dot or space at its end, ' +
  `no device of Windows, at most ${longest} bytes`

/** @throws Refused where `name` could lead out of its folder, or is no file name on some system that the folder may go to */
export function refuseUnsafe(name: string): void {
  const bytes = Buffer.byteLength(name)
  if (forbidden.test(name) || device.test(name) || /^\.|[. ]$/.test(name) || bytes > longest) {
    throw new Refused('invalid_parameter', `file: ${quoted(name)} is not ${accepted}`)
  }
}

/** Names that are taken, each by a row. */
export class TakenNames {
  private readonly rows = new Map<string, number>()

  /** @throws Refused where an earlier row has the name, or one that some file systems take for the same */
  take(name: string, row: number): void {
    const same = name.toUpperCase().normalize('NFD')
    const earlier = this.rows.get(same)
    if (earlier !== undefined) {
      throw new Refused('invalid_parameter', `file: ${quoted(name)} is the name that row ${earlier} has taken`)
    }
    this.rows.set(same, row)
  }
}
