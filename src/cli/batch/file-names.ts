import { quoted } from '../../../symbologies/index.ts'
import { Refused } from '../command.ts'

/** Characters that a name may not hold: those with a meaning in paths on some system, invisible ones, and bidi controls. */
const forbidden = /[<>:"/\\|?*\p{Cc}\p{Cs}\p{Zl}\p{Zp}\p{Bidi_Control}]/u
/** Windows device names, with or without an extension; spaces before the extension are ignored. */
const device = /^(con|prn|aux|nul|conin\$|conout\$|com[0-9¹²³]|lpt[0-9¹²³]) *(\.|$)/i
/** Bytes, the limit of common file systems. */
const longest = 255

const accepted =
  'a plain file name: no folder, no control character, none of <>:"/\\|?*, no dot or hyphen at the start, no dot or space at the end, ' +
  `no Windows device name, at most ${longest} bytes`

/** @throws Refused if `name` could lead out of its folder, or is not a file name on every common system */
export function refuseUnsafe(name: string): void {
  const bytes = Buffer.byteLength(name)
  if (forbidden.test(name) || device.test(name) || /^[.-]|[. ]$/.test(name) || bytes > longest) {
    throw new Refused('invalid_parameter', `file: ${quoted(name)} is not ${accepted}`)
  }
}

/** What shows nothing: zero width characters, byte order marks, soft hyphens, variation selectors, marks of direction. */
const invisible = /[\p{Default_Ignorable_Code_Point}\p{Cf}]/gu
/** The extension of a name. */
const extension = /\.\w+$/u

/** The same text for names that some file systems treat as one: whatever the case, and however letters are composed. */
const folded = (name: string): string => name.toUpperCase().normalize('NFD')

/** The same text for names that look alike: without blanks, such as a no-break space, at the end or in front of the extension. */
function seen(name: string): string {
  const visible = folded(name).replace(invisible, '')
  const end = extension.exec(visible)?.[0] ?? ''
  return visible.slice(0, visible.length - end.length).trimEnd() + end
}

/** Names in use, each with its row. */
export class TakenNames {
  private readonly rows = new Map<string, number>()
  /** Rows whose names have invisible characters. */
  private readonly veiled = new Set<number>()

  /** @throws Refused if an earlier row has the same name, one that some file systems treat as the same, or one that looks the same */
  take(name: string, row: number): void {
    const same = seen(name)
    const isVeiled = same !== folded(name)
    const earlier = this.rows.get(same)
    if (earlier !== undefined) {
      const differs = isVeiled || this.veiled.has(earlier)
      const how = differs ? 'but for invisible characters' : 'already'
      throw new Refused('invalid_parameter', `file: ${quoted(name)} is ${how} the name of row ${earlier}`)
    }
    this.rows.set(same, row)
    if (isVeiled) this.veiled.add(row)
  }
}
