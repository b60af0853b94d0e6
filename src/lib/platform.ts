import type { DrawPdf } from '../draw/drawing.ts'
import type { Undeflated } from '../render/png.ts'
import type { FontSource } from '../text/font-source.ts'
import { RequestError } from './request.ts'

/** The installed fonts, with all that captions with these texts need; undefined in a browser, which has none. */
export async function installedFonts(texts: readonly string[]): Promise<FontSource | undefined> {
  return isNode() ? (await import('#node')).installedFonts(texts) : undefined
}

/** What draws PDFs. @throws RequestError not_available in a browser */
export async function pdfDrawing(): Promise<DrawPdf> {
  return isNode() ? (await import('#node')).pdfDrawing() : refusePdf()
}

/** @throws RequestError not_available */
export function refusePdf(): never {
  const message = 'PDF is drawn in node alone, not in browsers: another format or the service would do'
  throw new RequestError([{ parameter: 'format', code: 'not_available', message }])
}

/** The whole with its data deflated by node's zlib or by the browser. */
export async function deflated<T>({ data, whole }: Undeflated<T>): Promise<T> {
  const deflate: (bytes: Uint8Array) => Uint8Array | Promise<Uint8Array> = isNode()
    ? (await import('#node')).deflate
    : deflatedByBrowser
  return whole(await Promise.all(data.map(deflate)))
}

async function deflatedByBrowser(bytes: Uint8Array): Promise<Uint8Array> {
  const chunks: Uint8Array<ArrayBuffer>[] = []
  await new Blob([bytes as Uint8Array<ArrayBuffer>])
    .stream()
    .pipeThrough(new CompressionStream('deflate'))
    .pipeTo(new WritableStream({ write: (chunk) => void chunks.push(chunk) }))
  return new Uint8Array(await new Blob(chunks).arrayBuffer())
}

/** As much of node's global object as is looked at; a browser has none. */
declare const process: { readonly versions?: { readonly node?: string } } | undefined

/** Whether this runs in node, or in what has its modules. */
function isNode(): boolean {
  return typeof process === 'object' && process.versions?.node !== undefined
}
