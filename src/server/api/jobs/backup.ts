/** POST /api/v1/state/backup: a copy of the database of jobs, as of one moment, while the service goes on. */

import { errorAnswer, type Live } from '../../../answer.ts'
import { type Backup, backup, StateError } from '../../../printing/index.ts'
import type { Jobs } from '../../../printing/jobs/jobs.ts'
import { parameters } from '../../../request/params.ts'
import type { Operation } from '../endpoint.ts'
import { stateRefusal } from '../print/answers.ts'
import { changing } from '../state.ts'

const nothingKept = errorAnswer('no_state', 'nothing has been kept yet, so that there is nothing to copy')

/** @param jobs  undefined if the service keeps nothing */
export function backupOperation(jobs: Jobs | undefined): Operation {
  let isRunning = false
  return changing(
    { kept: jobs },
    { path: '/api/v1/state/backup', parameters: parameters.job },
    (_request, { store }) => {
      if (store.file === undefined) return nothingKept
      if (isRunning) return errorAnswer('overloaded', 'another backup is being read', ['Retry-After', '10'])
      try {
        const copy = backup(store)
        isRunning = true
        const body = live(copy, () => {
          isRunning = false
        })
        const headers = ['Content-Disposition', 'attachment; filename="quietzone.sqlite"']
        return { status: 200, type: 'application/octet-stream', body, maxAge: 0, headers } as const
      } catch (error) {
        return stateRefusal(error)
      }
    },
  )
}

function live(copy: Backup, closed: () => void): Live {
  return {
    length: copy.length,
    next: () => copy.next(),
    onMore: () => {},
    close() {
      closed()
      try {
        copy.close()
      } catch (error) {
        // a database that cannot be written is told where a job is
        if (!(error instanceof StateError)) throw error
      }
    },
  }
}
