import type { State } from './channel.ts'

/**
 * RFC 8011, 5.4.12, and PWG 5100.9: keywords of printer-state-reasons by what they mean for labels, the most urgent first.
 *
 * Print servers also send keywords of work that goes on, such as connecting-to-device, without a severity: they stop nothing.
 */
const stateOfReason: readonly (readonly [RegExp, State])[] = [
  [/^(?:cover|door|interlock)-open$/, 'head_open'],
  [/^(?:media-empty|media-needed|input-tray-missing)$/, 'paper_out'],
  [/^(?:marker-supply|marker-ribbon|toner)-(?:empty|missing)$/, 'ribbon_out'],
  [/^(?:paused|moving-to-paused)$/, 'paused'],
  [/^spool-area-full$/, 'buffer_full'],
  [/^(?:shutdown|deactivated|timed-out|offline)$/, 'unreachable'],
  [/^(?:media-jam|stopped-partly|stopping)$/, 'error'],
]

/** What a printer in a state is. */
const stateText: Readonly<Record<State, string>> = {
  ready: 'ready',
  paper_out: 'out of paper',
  ribbon_out: 'out of ribbon',
  head_open: 'open',
  paused: 'paused',
  buffer_full: 'without room for another job',
  error: 'in error',
  unreachable: 'off, or not connected to its print server',
  silent: 'silent',
  unknown: 'in an unknown state',
}

/** A reason as its printer sends it. */
export interface Reason {
  readonly keyword: string
  /** RFC 8011, 5.4.12: a warning or a report does not stop the printer. */
  readonly severity: 'error' | 'warning' | 'report' | 'none'
}

/** The reasons among `values`; what is not a keyword is left out, because it is quoted to people. */
export function reasonsOf(values: readonly string[]): readonly Reason[] {
  return values.slice(0, 100).flatMap((value): Reason[] => {
    const [, keyword, severity = 'none'] = /^([a-z][a-z0-9_.-]{0,60}?)(?:-(error|warning|report))?$/.exec(value) ?? []
    if (keyword === undefined || keyword === 'none') return []
    return [{ keyword, severity: severity as Reason['severity'] }]
  })
}

/** The state that reasons put a printer in: `ready` if none of them stops it. */
export function stateOf(reasons: readonly Reason[], isStopped: boolean): State {
  const stopping = reasons.filter(({ severity }) => isStopped || severity === 'error' || severity === 'none')
  for (const [pattern, state] of stateOfReason) {
    if (stopping.some(({ keyword }) => pattern.test(keyword))) return state
  }
  return isStopped || stopping.some(({ severity }) => severity === 'error') ? 'error' : 'ready'
}

/** The longest list of reasons that a message quotes. */
const mostReasons = 5

/** A state in words, with the reasons for it: `out of paper (media-empty)`. */
export function stateInWords(state: State, reasons: readonly Reason[]): string {
  const others = reasons.map(({ keyword }) => keyword).filter((keyword) => keyword !== state)
  const keywords = [...others.slice(0, mostReasons), ...(others.length > mostReasons ? ['...'] : [])]
  return keywords.length === 0 ? stateText[state] : `${stateText[state]} (${keywords.join(', ')})`
}
