import { quoted } from '../../symbologies/index.ts'
import type { Malformed } from '../utf8.ts'

/** A value of JSON or JavaScript as a query would have it. */
export function valueText(value: unknown): string | Malformed {
  if (typeof value === 'string') return value
  if (typeof value === 'boolean') return String(value)
  if (typeof value !== 'number') {
    return { fault: `${kindOf(value)}; a string, a number, true or false is accepted`, code: 'invalid_parameter' }
  }
  if (!Number.isFinite(value)) return { fault: `${value}; a finite number is accepted`, code: 'invalid_parameter' }
  // from here on a number may not be the one that was meant
  if (Math.abs(value) <= Number.MAX_SAFE_INTEGER) return String(value)
  const advice = 'a number of so many digits is rounded; give it as a string'
  return { fault: `${quoted(String(value))}: ${advice}`, code: 'invalid_parameter' }
}

/** What a value is, with its article. */
export function kindOf(value: unknown): string {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'an array'
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`
}
