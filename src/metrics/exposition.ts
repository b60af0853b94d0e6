import type { Family } from './description.ts'
import { escapedHelp } from './label-text.ts'

/** Families as text, in Prometheus' text format 0.0.4. A family without series is left out. */
export function exposition(families: Iterable<Family>): string {
  let text = ''
  for (const family of families) {
    const { name, help } = family.description
    let isFirst = true
    for (const { suffix, labels, value } of family.samples()) {
      if (isFirst) text += `# HELP ${name} ${escapedHelp(help)}\n# TYPE ${name} ${family.kind}\n`
      isFirst = false
      text += `${name}${suffix}${labels === '' ? '' : `{${labels}}`} ${numberText(value)}\n`
    }
  }
  return text
}

/** As Go's ParseFloat reads it. */
export function numberText(value: number): string {
  if (Number.isFinite(value)) return String(value)
  return Number.isNaN(value) ? 'NaN' : value > 0 ? '+Inf' : '-Inf'
}
