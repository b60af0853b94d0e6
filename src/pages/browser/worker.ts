/** The checker, which runs in a worker: questions go in, one after the other, and replies come back in their order. */

import type { Question, Reply } from './checker.ts'

declare global {
  interface Window {
    /** Trusted Types, where the browser has them: addresses of scripts have to be made by a policy. */
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

/** As it lies beside this module: no address that could be anything else is ever made. */
const address = new URL('./checker.js', import.meta.url).href
const trusted = window.trustedTypes
  ?.createPolicy('checker', { createScriptURL: () => address })
  .createScriptURL(address)

let worker: Worker | undefined
let waiting: ((reply: Reply) => void)[] = []

function started(): Worker {
  const fresh = new Worker(trusted ?? address, { type: 'module' })
  fresh.addEventListener('message', ({ data }: MessageEvent<Reply>) => waiting.shift()?.(data))
  fresh.addEventListener('error', ({ message = 'it does not start' }) => {
    const left = waiting
    stop()
    for (const reply of left) reply({ failed: message })
  })
  return fresh
}

/** Starts the checker, if it is not there already, so that the first question need not wait for it. */
export function ready(): Worker {
  worker ??= started()
  return worker
}

export function asked(question: Question): Promise<Reply> {
  ready().postMessage(question)
  return new Promise((resolve) => waiting.push(resolve))
}

/** Ends whatever is being checked; its reply never comes. */
export function stop(): void {
  worker?.terminate()
  worker = undefined
  waiting = []
}
