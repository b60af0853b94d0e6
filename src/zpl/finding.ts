/** What is found in a program, with the place in its bytes. */

import type { FieldFinding } from './field.ts'

/** Where a command stands: bytes from 0, lines from 1. */
export interface Place {
  readonly offset: number
  readonly line: number
}

/** A finding as reports have it. */
export interface Finding extends FieldFinding, Place {
  /** The command with its prefix, such as `^FO`; the prefix alone where there is no command. */
  readonly command: string
}

/** A command as findings name it. */
export interface Named extends Place {
  readonly prefix: string
  readonly name: string
}

/** The most findings that are kept of one program; the last then says how many there are. */
const mostFindings = 1000

/** Findings in the order in which they are found; equal ones at one place are one. */
export class Findings {
  readonly #list: Finding[] = []
  readonly #seen = new Set<string>()
  #more = 0

  add({ prefix, name, offset, line }: Named, finding: FieldFinding): void {
    const key = `${offset} ${finding.code} ${finding.message}`
    if (this.#seen.has(key)) return
    // why the rest is left out is told in any case
    if (this.#list.length >= mostFindings && finding.code !== 'limit_reached') {
      this.#more++
      return
    }
    this.#seen.add(key)
    const { code, kind, message, suggestion } = finding
    const command = `${prefix}${name}`
    this.#list.push({ code, kind, command, offset, line, message, ...(suggestion !== undefined && { suggestion }) })
  }

  /** In the order of their places. */
  list(): readonly Finding[] {
    const sorted = this.#list.toSorted((a, b) => a.offset - b.offset)
    if (this.#more === 0) return sorted
    const message = `${this.#more} more findings are left out`
    const { command, offset, line } = sorted.at(-1)!
    return [...sorted, { code: 'more_findings', kind: 'note', command, offset, line, message }]
  }
}
