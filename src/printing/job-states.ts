/**
 * - held: what arrived has a fault, and a person says whether it is printed
 * - waiting: for its turn, or for its printer
 * - printing: the printer may have got bytes of it
 * - done: all was sent, and nothing has failed
 * - failed: it was answered with an error, or cannot be printed; it is never printed later
 * - uncertain: it broke off, and a person has to look which label came out last
 * - cancelled: by a person
 */
export const jobStates = ['waiting', 'printing', 'done', 'failed', 'uncertain', 'cancelled', 'held'] as const
export type JobState = (typeof jobStates)[number]

/** The ways by which documents arrive: a raw socket, a print server's path, and IPP. */
export const jobSources = ['socket', 'pstprnt', 'ipp'] as const
export type JobSource = (typeof jobSources)[number]

export const isEnded = (state: JobState): boolean => state === 'done' || state === 'failed' || state === 'cancelled'

/** Of a row whose job is not accepted yet: nobody sees it, it is never printed, and the next start removes it. */
export const draftState = 'draft'
