/** Runs in a worker, so that the page stays responsive however long a check takes. */

import { type Check, checked, PictureError, readPng, symbologies, unreadablePng } from '../../check/index.ts'

export interface Question {
  readonly file: Blob
  /** The symbology; empty: detected automatically. */
  readonly type: string
  /** The expected text; empty: any. */
  readonly text: string
}

/** The result for a file; `failed` is an error of the checker itself. */
export type Reply = Check | { readonly failed: string }

addEventListener('message', async ({ data }: MessageEvent<Question>) => {
  postMessage(await replyTo(data))
})

async function replyTo({ file, type: wanted, text }: Question): Promise<Reply> {
  const type = symbologies.find((symbology) => symbology === wanted)
  try {
    const options = { ...(type !== undefined && { type }), ...(text !== '' && { text }) }
    return checked(await readPng(new Uint8Array(await file.arrayBuffer())), options)
  } catch (error) {
    return error instanceof PictureError ? { report: unreadablePng(error) } : { failed: String(error) }
  }
}
