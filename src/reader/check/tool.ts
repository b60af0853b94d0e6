/** What makes reports; a test compares the version with that of package.json, which browsers do not have. */

/** What made a report. */
export interface Tool {
  readonly name: 'quietzone'
  readonly version: string
}

export const tool: Tool = { name: 'quietzone', version: '1.1.0' }
