/** Keyboards that a scanner may be set to: one that types for another than the computer has makes other characters of the same label. */

/** The characters of the keys, row by row from the left, without and with Shift. A blank is a key that makes none, or only an accent for the next. */
const keys = {
  us: ["`1234567890-=qwertyuiop[]\\asdfghjkl;'zxcvbnm,./ ", '~!@#$%^&*()_+QWERTYUIOP{}|ASDFGHJKL:"ZXCVBNM<>? '],
  de: [' 1234567890ß qwertzuiopü+#asdfghjklöäyxcvbnm,.-<', '°!"§$%&/()=? QWERTZUIOPÜ*\'ASDFGHJKLÖÄYXCVBNM;:_>'],
  fr: ['²&é"\'(-è_çà)=azertyuiop $*qsdfghjklmùwxcvbn,;:!<', ' 1234567890°+AZERTYUIOP £µQSDFGHJKLM%WXCVBN?./§>'],
  es: ["º1234567890'¡qwertyuiop +çasdfghjklñ zxcvbnm,.-<", 'ª!"·$%&/()=?¿QWERTYUIOP *ÇASDFGHJKLÑ ZXCVBNM;:_>'],
} as const

export type KeyboardLayout = keyof typeof keys

const layouts = Object.keys(keys) as readonly KeyboardLayout[]

/** What a scanner set to one keyboard has sent, of which a computer with another has made `typed`; undefined if it cannot have. */
function sentBy(typed: string, scanner: KeyboardLayout, computer: KeyboardLayout): string | undefined {
  let sent = ''
  for (const character of typed) {
    const places = keys[computer].map((row) => row.indexOf(character))
    const shift = places.findIndex((place) => place >= 0)
    // separators are keys of their own, and the same everywhere
    const isKey = character !== ' ' && !/\p{Cc}/u.test(character)
    const made = isKey ? keys[scanner][shift]?.[places[shift]!] : character
    if (made === undefined || (isKey && made === ' ')) return undefined
    sent += made
  }
  return sent
}

/** What is compared: the data, without symbology identifier, brackets and separators. */
const dataOf = (text: string): string => text.replace(/^\][A-Za-z]\d/, '').replace(/[()\p{Cc}]/gu, '')

/** The letters in the other case, as Caps Lock makes them. */
const otherCase = (text: string): string =>
  text.replace(/[a-z]+|[A-Z]+/g, (letters) => (/[a-z]/.test(letters) ? letters.toUpperCase() : letters.toLowerCase()))

/** Why a label reads as another text. */
export type Misreading =
  | { readonly kind: 'capsLock' }
  /** The scanner types for another keyboard than the computer has; both are undefined where several are possible. */
  | {
      readonly kind: 'keyboard'
      readonly scanner: KeyboardLayout | undefined
      readonly computer: KeyboardLayout | undefined
    }

/**
 * Why a scanner has typed another text than a label has; undefined if it is another label.
 *
 * @param expected  what the label says
 */
export function misreadingOf(typed: string, expected: string): Misreading | undefined {
  const wanted = dataOf(expected)
  if (wanted === '' || dataOf(typed) === wanted) return undefined
  if (dataOf(otherCase(typed)) === wanted) return { kind: 'capsLock' }
  const found = layouts.flatMap((scanner) =>
    layouts
      .filter((computer) => {
        const sent = computer === scanner ? undefined : sentBy(typed, scanner, computer)
        return sent !== undefined && dataOf(sent) === wanted
      })
      .map((computer) => ({ scanner, computer })),
  )
  const [first] = found
  if (first === undefined) return undefined
  const isSame = (name: 'scanner' | 'computer') => found.every((each) => each[name] === first[name])
  return {
    kind: 'keyboard',
    scanner: isSame('scanner') ? first.scanner : undefined,
    computer: isSame('computer') ? first.computer : undefined,
  }
}
