/** The checker in its worker: questions are posted one after the other, and replies come back in the same order. */

import type { Question, Reply } from './checker.ts'
import { byId } from './dom.ts'

declare global {
  interface Window {
    /** Trusted Types, if the browser has them: URLs of scripts must come from a policy. */
    readonly trustedTypes?: {
      createPolicy(
        name: string,
        rules: { createScriptURL(address: string): string },
      ): {
        createScriptURL(address: string): URL
      }
    }
  }
}

/** The page tells what the worker runs. The policy accepts no other URL. */
const address = byId('form', HTMLFormElement).dataset.checker ?? ''
const trusted = window.trustedTypes
  ?.createPolicy('checker', { createScriptURL: () => address })
  .createScriptURL(address)

let worker: Worker | undefined
let waiting: ((reply: Reply) => void)[] = []

function started(): Worker {
  const fresh = new Worker(trusted ?? address, { type: 'module' })
  fresh.addEventListener('message', ({ data }: MessageEvent<Reply>) => waiting.shift()?.(data))
  fresh.addEventListener('error', ({ message = 'the checker does not start' }) => {
    const left = waiting
    stop()
    for (const reply of left) reply({ failed: message })
  })
  return fresh
}

/** Starts the checker if it is not running, so that the first question does not wait for it. */
export function ready(): Worker {
  worker ??= started()
  return worker
}

export function asked(question: Question): Promise<Reply> {
  ready().postMessage(question)
  return new Promise((resolve) => waiting.push(resolve))
}

/** Stops the worker; questions that are still open get no reply. */
export function stop(): void {
  worker?.terminate()
  worker = undefined
  waiting = []
}
