/** The names of the encodings that a table may be said to have. */

/** Found by themselves, or said. */
export const usualEncodings = ['utf-8', 'utf-16le', 'utf-16be', 'windows-1252'] as const

/** Only if they are said: those of WHATWG's Encoding Standard (4.2) that are for texts. Node has no iso-8859-16. */
const otherEncodings = [
  'ibm866 iso-8859-2 iso-8859-3 iso-8859-4 iso-8859-5 iso-8859-6 iso-8859-7 iso-8859-8 iso-8859-8-i iso-8859-10 iso-8859-13',
  'iso-8859-14 iso-8859-15 koi8-r koi8-u macintosh windows-874 windows-1250 windows-1251 windows-1253 windows-1254',
  'windows-1255 windows-1256 windows-1257 windows-1258 x-mac-cyrillic gbk gb18030 big5 euc-jp iso-2022-jp shift_jis euc-kr',
].flatMap((names) => names.split(' '))

export const encodings: readonly string[] = [...usualEncodings, ...otherEncodings]

/** What is accepted, in words, after "is not". */
export const encodingForm = `one of ${usualEncodings.join(', ')}, or another label of WHATWG's Encoding Standard, such as koi8-r`

/** One of `encodings`. */
export type EncodingName = string

/** The encoding that a label of the standard names, in any case, such as `latin1`; undefined if it names none that is read. */
export function encodingNamed(label: string): EncodingName | undefined {
  try {
    const name = new TextDecoder(label).encoding
    return encodings.includes(name) ? name : undefined
  } catch {
    return undefined
  }
}
