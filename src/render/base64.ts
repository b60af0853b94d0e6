const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'
const codes = Uint8Array.from(alphabet, (letter) => letter.charCodeAt(0))
const padding = '='.charCodeAt(0)
const decoder = new TextDecoder()

/** Bytes in base64, with padding (RFC 4648, 4). */
export function base64(bytes: Uint8Array): string {
  const { length } = bytes
  const text = new Uint8Array(4 * Math.ceil(length / 3))
  let end = 0
  for (let i = 0; i < length; i += 3) {
    // behind the last byte there are zeros, whose letters are padding
    const bits = (bytes[i]! << 16) | ((bytes[i + 1] ?? 0) << 8) | (bytes[i + 2] ?? 0)
    text[end] = codes[bits >>> 18]!
    text[end + 1] = codes[(bits >>> 12) & 63]!
    text[end + 2] = codes[(bits >>> 6) & 63]!
    text[end + 3] = codes[bits & 63]!
    end += 4
  }
  if (length % 3 > 0) text[end - 1] = padding
  if (length % 3 === 1) text[end - 2] = padding
  return decoder.decode(text)
}
