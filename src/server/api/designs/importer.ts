/** POST /api/v1/designs/import: the design in a file of gLabels, read in a thread of its own, which ends with it. */

import { Worker } from 'node:worker_threads'
import { type Answer, type Body, errorAnswer, jsonAnswer, overloaded } from '../../../answer.ts'
import { parameters } from '../../../request/params.ts'
import { drawn, privateTo } from '../../route.ts'
import { type Operation, plainEndpoint } from '../endpoint.ts'

export interface ImportRequest {
  readonly file: Uint8Array<ArrayBuffer>
  /** What the design is called, more or less. */
  readonly name: string
}

/** The design and what could not be taken over; why the file gives none; or an error of the importer itself. */
export type ImportAnswer =
  | { readonly design: object; readonly notes: readonly string[] }
  | { readonly refused: string }
  | { readonly failed: string }

/** The most bytes of a file, packed or not. */
const mostBytes = 4 << 20
/** Milliseconds for one file. */
const usualTime = 10_000
/** Megabytes of the heap of the thread. */
const mostHeap = 256

/** @param time  milliseconds for one file */
export function importOperation(time = usualTime): Operation {
  let isRunning = false
  return {
    path: '/api/v1/designs/import',
    ...drawn,
    ...privateTo(),
    parameters: parameters.importedDesign,
    body: { limit: mostBytes, mediaTypes: ['application/octet-stream', 'application/x-glabels'] },
    endpoint: plainEndpoint(parameters.importedDesign, ({ name = 'label' }, { bytes }: Body) => {
      if (isRunning) return overloaded('another file is being read')
      isRunning = true
      // the bytes of a body may be part of a larger array, which would be copied whole
      return imported({ file: new Uint8Array(bytes), name }, time).finally(() => {
        isRunning = false
      })
    }),
  }
}

async function imported(asked: ImportRequest, time: number): Promise<Answer> {
  // beside this module, or beside the program that it is bundled into
  const entry = new URL('./importing.js', import.meta.url)
  const resourceLimits = { maxOldGenerationSizeMb: mostHeap }
  const thread = new Worker(entry, { execArgv: [], resourceLimits, workerData: asked })
  let timer: NodeJS.Timeout | undefined
  try {
    const answered = await new Promise<ImportAnswer>((resolve, reject) => {
      timer = setTimeout(() => resolve({ refused: `takes more than ${time / 1000} s` }), time)
      thread.on('message', resolve)
      thread.on('error', (error: NodeJS.ErrnoException) =>
        error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? resolve({ refused: 'takes too much memory' }) : reject(error),
      )
    })
    if ('failed' in answered) throw new Error(answered.failed)
    if ('refused' in answered) return errorAnswer('invalid_design', `the file ${answered.refused}`)
    return jsonAnswer({ design: answered.design, notes: answered.notes.map((message) => ({ message })) })
  } finally {
    clearTimeout(timer)
    void thread.terminate()
  }
}
