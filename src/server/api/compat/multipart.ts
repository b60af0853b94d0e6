/** The file in a form (RFC 7578): the content of its first part. */

/** @param type  the value of Content-Type, with the boundary. Undefined if there is no part. */
export function multipartFile(bytes: Uint8Array, type: string): Uint8Array | undefined {
  const [, quoted, plain] = /boundary=(?:"([^"]{1,70})"|([^\s;"]{1,70}))/i.exec(type) ?? []
  const boundary = quoted ?? plain
  if (boundary === undefined) return undefined
  const all = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
  const start = all.indexOf(`--${boundary}\r\n`)
  if (start < 0) return undefined
  const head = all.indexOf('\r\n\r\n', start)
  const end = all.indexOf(`\r\n--${boundary}`, head)
  return head < 0 || end < 0 || end < head + 4 ? undefined : all.subarray(head + 4, end)
}
