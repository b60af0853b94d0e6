/** Runs beside the page, so that the page stays alive however long a check takes. */

import { type Check, checked, PictureError, readPng, symbologies, unreadablePng } from '../../check/index.ts'

export interface Question {
  readonly file: Blob
  /** The symbology; empty: found by itself. */
  readonly type: string
  /** What the symbol should say; empty: anything. */
  readonly text: string
}

/** What is said of a file; a fault of the checker itself is no finding. */
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
