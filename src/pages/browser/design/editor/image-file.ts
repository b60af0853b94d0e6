/** Pictures for designs: whatever the browser reads, as a PNG in a data: URI, small enough for a request. */

/** Dots of the longer side, and characters of the URI, at most: a design in a request has 256 Ki characters. */
const [longestSide, longestUri] = [800, 200_000] as const

/** The picture of a file; undefined if it is not one, or too large. */
export async function pictureIn(file: Blob): Promise<string | undefined> {
  try {
    const bitmap = await createImageBitmap(file)
    const scale = Math.min(1, longestSide / Math.max(bitmap.width, bitmap.height))
    const canvas = document.createElement('canvas')
    canvas.width = Math.max(1, Math.round(bitmap.width * scale))
    canvas.height = Math.max(1, Math.round(bitmap.height * scale))
    canvas.getContext('2d')?.drawImage(bitmap, 0, 0, canvas.width, canvas.height)
    const uri = canvas.toDataURL('image/png')
    return uri.length > longestUri ? undefined : uri
  } catch {
    return undefined
  }
}
