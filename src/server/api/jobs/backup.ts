/** POST /api/v1/state/backup: a copy of the database of jobs, as of one moment, while the service goes on. */

import { type BodyEndpoint, type Caller, errorAnswer, type Live } from '../../../answer.ts'
import { type Backup, backup, StateError } from '../../../printing/index.ts'
import type { Jobs } from '../../../printing/jobs/jobs.ts'
import { parameters } from '../../../request/params.ts'
import { requestReader } from '../../../request/reader.ts'
import { queryEndpoint } from '../endpoint.ts'
import { refused } from '../images.ts'
import { stateRefusal } from '../print/answers.ts'
import { notAllowed } from '../print/order.ts'
import { noState } from './index.ts'

/** @param file  of the database */
export function backupEndpoint(jobs: Jobs | undefined, file: string | undefined): BodyEndpoint {
  const reader = requestReader(parameters.job)
  let isRunning = false
  const answered = queryEndpoint(parameters.job, ({ given, others }) => {
    const { request, faults } = reader(given, others)
    if (jobs === undefined) return noState
    if (request === undefined) return refused(faults)
    if (file === undefined) return noState
    if (isRunning) return errorAnswer('overloaded', 'another backup is being read', ['Retry-After', '10'])
    try {
      const copy = backup(jobs.store, file)
      isRunning = true
      const body = live(copy, () => {
        isRunning = false
      })
      const headers = ['Content-Disposition', 'attachment; filename="quietzone.sqlite"']
      return { status: 200, type: 'application/octet-stream', body, maxAge: 0, headers } as const
    } catch (error) {
      return stateRefusal(error)
    }
  })
  return (raw, _body, { headerOf }: Caller) => (headerOf('Quietzone-Print') === 'yes' ? answered(raw) : notAllowed)
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
