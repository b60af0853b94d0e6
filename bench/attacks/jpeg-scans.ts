/** Progressive JPEGs of 18 million pixels with hundreds of scans in a few bytes each, which visit every coefficient and change none. */

/** @param scans  after the first @param side  of the picture in pixels */
export function jpegOfScans(scans: number, side = 4300): Uint8Array<ArrayBuffer> {
  const blocks = Math.ceil(side / 8) ** 2
  const head = [
    ...[0xff, 0xd8],
    ...segment(0xdb, [0, ...new Array<number>(64).fill(1)]),
    ...segment(0xc2, [8, side >> 8, side & 255, side >> 8, side & 255, 1, 1, 0x11, 0]),
    // a code of one bit each: no difference of DC; the end of 16384 to 32767 blocks
    ...segment(0xc4, [0x00, 1, ...new Array<number>(15).fill(0), 0]),
    ...segment(0xc4, [0x10, 1, ...new Array<number>(15).fill(0), 0xe0]),
  ]
  const first = [...segment(0xda, [1, 1, 0, 0, 0, 0]), ...new Array<number>(Math.ceil(blocks / 8)).fill(0)]
  const runs = Math.ceil(blocks / 16384)
  // a run of ends is a code of one bit and 14 bits of its length beyond 16384, all of them 0
  const scan = [...segment(0xda, [1, 1, 0, 1, 63, 0x10]), ...new Array<number>(Math.ceil((15 * runs) / 8)).fill(0)]
  return Uint8Array.from([...head, ...first, ...new Array<readonly number[]>(scans).fill(scan).flat(), 0xff, 0xd9])
}

/** A marker, the length, and the parameters. */
function segment(marker: number, data: readonly number[]): readonly number[] {
  return [0xff, marker, (data.length + 2) >> 8, (data.length + 2) & 255, ...data]
}

export const name = 'JPEGs of many scans'

/** Such pictures of 70 KB and of 1 MB. */
export function* requests(): Iterable<{ method: string; path: string; headers: object; body: Uint8Array }> {
  const headers = { 'Content-Type': 'image/jpeg' }
  for (const scans of [350, 10_000]) {
    yield { method: 'POST', path: '/api/v1/check', headers, body: jpegOfScans(scans) }
  }
}
