import type { Description } from './description.ts'

/**
 * `method="GET",status="200"`: the labels of a series as each of its lines has them, so that a scrape escapes nothing.
 *
 * @param values  in the order of the description's labels
 * @throws RangeError for more or fewer values than labels
 */
export function labelText({ name, labels = [] }: Description, values: readonly string[]): string {
  if (values.length !== labels.length) {
    throw new RangeError(`${name}: ${values.length} values for ${labels.length} labels`)
  }
  return labels.map((label, i) => `${label}="${escapedValue(values[i]!)}"`).join(',')
}

/** `labels` and one more. */
export function withLabel(labels: string, name: string, value: string): string {
  const own = `${name}="${escapedValue(value)}"`
  return labels === '' ? own : `${labels},${own}`
}

/** Prometheus, "Exposition formats": backslash, double quote and line feed in the value of a label. */
function escapedValue(value: string): string {
  return value.replace(/[\\"\n]/g, (character) => (character === '\n' ? '\\n' : `\\${character}`))
}

/** Backslash and line feed in a HELP line. */
export function escapedHelp(help: string): string {
  return help.replace(/[\\\n]/g, (character) => (character === '\n' ? '\\n' : '\\\\'))
}
