/** The bytes of fields as text, by ^CI (ZPL II Programming Guide, "Change International Font/Encoding"; "Zebra Code Pages"). */

/** 0x80 to 0xff of code page 850. */
const codePage850 =
  'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒáíóúñÑªº¿®¬½¼¡«»░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐└┴┬├─┼ãÃ╚╔╩╦╠═╬¤ðÐÊËÈıÍÎÏ┘┌█▄¦Ì▀' +
  'ÓßÔÒõÕµþÞÚÛÙýÝ¯´\u00ad±‗¾¶§÷¸°¨·¹³²■\u00a0'

/** What stands for the characters # @ [ \ ] ^ ` { | } ~ in the sets of ^CI1 to ^CI12, the national ones of ISO 646. */
const replaced = '#@[\\]^`{|}~'
const nationalSets: { readonly [encoding: number]: string } = {
  2: '£@[\\]^`{|}~',
  3: '#@[ĳ]^`{ƒ}~',
  4: '#@ÆØÅ^`æøå~',
  5: '#ÉÄÖÅÜéäöåü',
  6: '#§ÄÖÜ^`äöüß',
  7: '#à°ç§^`éùè¨',
  8: '#àâçê^ôéùèû',
  9: '£§°çé^ùàòèì',
  10: '#@¡Ñ¿^`{ñç~',
  12: '#@[¥]^`{|}~',
}

/** The encodings that the platform reads, by their numbers. */
const platformNames: { readonly [encoding: number]: string } = {
  14: 'gb18030',
  15: 'shift_jis',
  16: 'euc-jp',
  17: 'utf-16be',
  24: 'gb18030',
  26: 'gb18030',
  27: 'windows-1252',
  28: 'utf-8',
  29: 'utf-16be',
  30: 'utf-16le',
  31: 'windows-1250',
  33: 'windows-1251',
  34: 'windows-1253',
  35: 'windows-1254',
  36: 'windows-1255',
}

/** Whether fields in an encoding are read; others are read as code page 850. */
export const isKnownEncoding = (encoding: number): boolean => encoding <= 13 || encoding in platformNames

/** Whether an encoding has code page 850 above ASCII. */
export const isCodePage850 = (encoding: number): boolean => !(encoding in platformNames)

/** The text of bytes. Characters that the encoding has not are U+FFFD. @param encoding  0 to 36 */
export function decoded(bytes: Uint8Array, encoding: number): string {
  const name = platformNames[encoding]
  if (name !== undefined) return new TextDecoder(name, { ignoreBOM: false }).decode(bytes)
  const set = nationalSets[encoding]
  let text = ''
  for (const byte of bytes) {
    if (byte >= 0x80) text += codePage850[byte - 0x80]
    else {
      const character = String.fromCharCode(byte)
      const at = set === undefined ? -1 : replaced.indexOf(character)
      text += at < 0 ? character : set![at]
    }
  }
  return text
}

/** Whether bytes beyond ASCII are all of characters in UTF-8. */
export function isUtf8(bytes: Uint8Array): boolean {
  if (bytes.every((byte) => byte < 0x80)) return false
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    return true
  } catch {
    return false
  }
}
