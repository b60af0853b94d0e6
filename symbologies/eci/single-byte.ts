/** Character sets of one byte for each character: bytes to characters, and back. */

import { memoize } from '../memoize.ts'

type SingleByteSet = keyof typeof upperHalves | 1 | 3 | 27 | 170 | 899

/** The bytes of a character, by its code point; undefined if the set lacks it, or if readers do not agree on its bytes. */
export type BytesOf = (codePoint: number) => readonly number[] | undefined

export function singleByteBytes(eci: SingleByteSet): BytesOf {
  const bytes = new Map(charactersOf(eci).map((point, byte) => [point, [byte]]))
  return (point) => bytes.get(point)
}

/** Undefined if one of the bytes has no character. */
export function singleByteText(eci: SingleByteSet, bytes: Uint8Array): string | undefined {
  const characters = charactersOf(eci)
  const points = Array.from(bytes, (byte) => characters[byte])
  return points.includes(undefined) ? undefined : points.map((point) => String.fromCodePoint(point!)).join('')
}

/** Code points by byte; undefined for a byte without a character. */
type Characters = readonly (number | undefined)[]

const charactersOf = /* @__PURE__ */ memoize((eci: SingleByteSet): Characters => {
  switch (eci) {
    case 1:
    case 3:
    case 899:
      return rising(0x100)
    case 27:
      return rising(0x80)
    case 170:
      return rising(0x80).map((byte) => (national.includes(String.fromCharCode(byte)) ? undefined : byte))
    default:
      return withUpperHalf(upperHalves[eci])
  }
})

const rising = (to: number): number[] => Array.from({ length: to }, (_, byte) => byte)

/** What ISO 646 leaves to the national versions, which ECI 170 therefore lacks. */
const national = '#$@[\\]^`{|}~'

/** ASCII, and behind it the characters of a row of `upperHalves`. */
function withUpperHalf(row: string): Characters {
  const points: (number | undefined)[] = rising(0x80)
  for (const entry of row.split(' ')) {
    const next = continuation[entry[0]!]
    if (next === undefined) points.push(...pointsIn(entry))
    else for (let left = Number(entry.slice(1)); left > 0; left--) points.push(next(points))
  }
  return points
}

/** The character behind others, by the sign in a row. */
const continuation: { readonly [sign: string]: (before: Characters) => number | undefined } = {
  '?': () => undefined,
  '=': ({ length }) => length,
  '<': (before) => String.fromCodePoint(before.at(-32)!).toLowerCase().codePointAt(0),
}

/** The code points of an entry: a page with what is in it, or a range. */
function pointsIn(entry: string): number[] {
  const [page, cells] = entry.split(':')
  return cells === undefined ? numbersIn(entry) : cells.match(/../g)!.map((cell) => Number.parseInt(page + cell, 16))
}

/** Numbers in hexadecimal, as tables write them: `A4` is one, `81-84` are four in a row. */
export const numbersIn = (text: string): number[] =>
  text.split(' ').flatMap((entry) => {
    const [first = 0, last = first] = entry.split('-').map((number) => Number.parseInt(number, 16))
    return Array.from({ length: last - first + 1 }, (_, i) => first + i)
  })

/**
 * The characters of single-byte sets in the order of their bytes, from 0x80 to 0xFF, as code points in hexadecimal.
 *
 * - `1:605e64` are three of one page: U+0160, U+015E, U+0164
 * - `410-44f` are 64 in a row
 * - `=4` are four whose code points are their bytes, as in ISO 8859-1
 * - `<23` are the lower cases of 23 letters, each 32 bytes before
 * - `?3` are three bytes without a character
 *
 * ISO/IEC 8859-2 to -16 (-7 of 2003, which has the euro); IBM code page 437; Windows code pages 1250, 1251, 1252, 1256.
 * The platform's decoders are no source of these: that of node 20 has no ISO 8859-16, and takes Windows 1252 for ISO 8859-1.
 */
const upperHalves = {
  2:
    '0:c7fce9e2e4e0e5e7eaebe8efeeecc4c5c9e6c6f4f6f2fbf9ffd6dca2a3a5 20:a7 1:92 0:e1edf3faf1d1aababf 23:10 ' +
    '0:acbdbca1abbb ' +
    '25:9192930224616256556351575d5c5b1014342c1c003c5e5f5a54696660506c67686465595852536b6a180c88848c9080 3:b1 0:df ' +
    '3:93c0a3c3 0:b5 3:c4a698a9b4 22:1e 3:c6b5 22:2961 0:b1 22:6564 23:2021 0:f7 22:48 0:b0 22:19 0:b7 22:1a 20:7f ' +
    '0:b2 25:a0 0:a0',
  4:
    '=33 1:04 2:d8 1:41 =1 1:3d5a =2 1:605e6479 =1 1:7d7b =1 1:05 2:db 1:42 =1 1:3e5b 2:c7 =1 1:615f657a 2:dd ' +
    '1:7e7c54 =2 1:02 =1 1:3906 =1 1:0c =1 1:18 =1 1:1a =2 1:0e104347 =2 1:50 =2 1:586e =1 1:70 =2 1:62 =1 <23 =1 ' +
    '<7 2:d9',
  5:
    '=33 1:26 2:d8 =2 ?1 1:24 =2 1:305e1e34 =1 ?1 1:7b =1 1:27 =4 1:25 =2 1:315f1f35 =1 ?1 1:7c =3 ?1 =1 1:0a08 =9 ' +
    '?1 =4 1:20 =2 1:1c =4 1:6c5c =4 ?1 <12 ?1 <6 =1 <7 2:d9',
  6:
    '=33 1:043856 =1 1:283b =2 1:60122266 =1 1:7d =2 1:05 2:db 1:57 =1 1:293c 2:c7 =1 1:611323674a7e4b00 =6 1:2e0c ' +
    '=1 1:18 =1 1:16 =2 1:2a10454c36 =5 1:72 =3 1:686a =1 <23 =2 <6 2:d9',
  7: '=33 401-40c =1 40e-44f 21:16 451-45c 0:a7 4:5e5f',
  8: '=33 ?3 =1 ?7 6:0c =1 ?13 6:1b ?3 6:1f ?1 621-63a ?5 640-652 ?13',
  9: '=33 20:1819 =1 20:acaf =4 3:7a =3 ?1 20:15 =4 3:848586 =1 3:88898a =1 3:8c =1 38e-3a1 ?1 3a3-3ce ?1',
  10: '=33 ?1 =8 0:d7 =15 0:f7 =4 ?32 20:17 5d0-5ea ?2 20:0e0f ?1',
  11: '=80 1:1e =12 1:305e =17 <7 =6 1:315f =1',
  12:
    '=33 1:0412222a2836 =1 1:3b1060667d =1 1:6a4a =1 1:0513232b2937 =1 1:3c1161677e 20:15 1:6b4b00 =6 1:2e0c =1 ' +
    '1:18 =1 1:16 =4 1:454c =4 1:68 =1 1:72 =6 <31 1:38',
  13: '=33 e01-e3a ?4 e3f-e5b ?4',
  15:
    '=33 20:1d =3 20:1e =2 0:d8 =1 1:56 =4 0:c6 =4 20:1c =3 0:f8 =1 1:57 =4 0:e6 1:042e0006 =2 1:18120c =1 ' +
    '1:791622362a3b604345 =1 1:4c =3 1:72415a6a =1 1:7b7d =1 <23 =1 <7 20:19',
  16:
    '=33 1e:0203 =1 1:0a0b 1e:0a =1 1e:80 =1 1e:820bf2 =2 1:78 1e:1e1f 1:2021 1e:4041 =1 1e:5681578360f3848561 =16 ' +
    '1:74 =6 1e:6a =6 1:76 =17 <15 =1',
  17: '=36 20:ac =1 1:60 =1 1:61 =11 1:7d =3 1:7e =3 1:525378 =65',
  18:
    '=33 1:040541 20:ac1e 1:60 =1 1:61 =1 2:18 =1 1:79 =1 1:7a7b =2 1:0c427d 20:1d =2 1:7e0d 2:19 =1 1:5253787c =3 ' +
    '1:02 =1 1:06 =10 1:1043 =3 1:50 =1 1:5a70 =4 1:18 2:1a =4 <28 =1',
  21:
    '20:ac ?1 20:1a ?1 20:1e262021 ?1 20:30 1:60 20:39 1:5a647d79 ?1 20:18191c1d221314 ?1 21:22 1:61 20:3a ' +
    '1:5b657e7a =1 2:c7d8 1:41 =1 1:04 =4 1:5e =4 1:7b =2 2:db 1:42 =5 1:055f =1 1:3d 2:dd 1:3e7c54 =2 1:02 =1 ' +
    '1:3906 =1 1:0c =1 1:18 =1 1:1a =2 1:0e104347 =2 1:50 =2 1:586e =1 1:70 =2 1:62 =1 <23 =1 <7 2:d9',
  22:
    '4:0203 20:1a 4:53 20:1e262021ac30 4:09 20:39 4:0a0c0b0f52 20:18191c1d221314 ?1 21:22 4:59 20:3a 4:5a5c5b5f =1 ' +
    '4:0e5e08 =1 4:90 =2 4:01 =1 4:04 =4 4:07 =2 4:065691 =3 4:51 21:16 4:54 =1 4:58055557 410-44f',
  23:
    '20:ac ?1 20:1a 1:92 20:1e262021 2:c6 20:30 1:60 20:39 1:52 ?1 1:7d ?2 20:18191c1d221314 2:dc 21:22 1:61 20:3a ' +
    '1:53 ?1 1:7e78 =96',
  24:
    '20:ac 6:7e 20:1a 1:92 20:1e262021 2:c6 20:30 6:79 20:39 1:52 6:869888af 20:18191c1d221314 6:a9 21:22 6:91 ' +
    '20:3a 1:53 20:0c0d 6:ba =1 6:0c =8 6:be =15 6:1b =4 6:1fc1 621-636 =1 637-63a 640-643 =1 6:44 =1 645-648 =5 ' +
    '6:494a =2 64b-64e =1 6:4f50 =1 6:51 =1 6:52 =2 20:0e0f 6:d2',
} as const
