/** The thread that watches another one; index.ts starts it. It sleeps, and wakes with each turn that it is told. */

import { write } from 'node:fs'
import { workerData } from 'node:worker_threads'
import type { Watched } from './index.ts'

const { turns, longest } = workerData as Watched

/** Twice half the time: a process that was stopped, as by SIGSTOP, and goes on has the second half to turn. */
const halves = 2
for (let late = 0; late < halves; ) {
  const turn = Atomics.load(turns, 0)
  late = Atomics.wait(turns, 0, turn, longest / halves) === 'timed-out' ? late + 1 : 0
}

/** Milliseconds that the line may take: whoever should read it may be stuck too. */
const longestLine = 1000
const end = (): void => void process.kill(process.pid, 'SIGKILL')
write(2, `quietzone: stuck: its event loop has not turned for ${longest / 1000} s; the process is ended\n`, end)
setTimeout(end, longestLine)
