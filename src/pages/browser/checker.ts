/** Runs in a worker, so that the page stays responsive however long a check takes. */

import { applications, type Check, checked, PictureError, symbologies, unreadablePng } from '../../check/index.ts'

import { pictureIn } from './picture-file.ts'

export interface Question {
  readonly file: Blob
  /** The symbology; empty: detected automatically. */
  readonly type: string
  /** The expected text; empty: any. */
  readonly text: string
  /** The use of the symbol; empty: not known. */
  readonly application: string
}

/** The result for a file; `failed` is an error of the checker itself. */
export type Reply = Check | { readonly failed: string }

addEventListener('message', async ({ data }: MessageEvent<Question>) => {
  postMessage(await replyTo(data))
})

async function replyTo({ file, text, ...wanted }: Question): Promise<Reply> {
  const type = symbologies.find((symbology) => symbology === wanted.type)
  const application = applications.find((name) => name === wanted.application)
  try {
    const thisYear = new Date().getUTCFullYear()
    const chosen = { ...(type && { type }), ...(text !== '' && { text }), ...(application && { application }) }
    const options = { thisYear, ...chosen }
    return checked(await pictureIn(file), options)
  } catch (error) {
    return error instanceof PictureError ? { report: unreadablePng(error) } : { failed: String(error) }
  }
}
