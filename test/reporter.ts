import { StringDecoder } from 'node:string_decoder'

const heading = /^ *# Subtest: (.*)$/
const result = /^(?<indent> *)(?<not>not )?ok \d+(?: - (?<name>.*?))?(?: # SKIP ?(?<why>.*?))?(?: # time=\d+.*)?$/
const fileBegins = /^# file: (?:build\/)?(.*)$/
const fileEnds = /^# cpu: (\d+) ms$/
/** What a test tells by t.comment; besides, tap tells of time and of how many failed. */
const told = /^ +# (?!Subtest: |time=|failed \d|skip: \d|todo: \d)(.*)$/
/** Why most tests are skipped; these are counted. */
const longRunOnly = 'in the long run only'
/** Blanks a level: TAP 14, "Subtests". */
const level = 4

/** A file, or a test in it, whose results are being read. */
interface OpenTest {
  readonly name: string
  assertions: number
  failures: number
}

export interface Counts {
  total: number
  pass: number
  fail: number
  skip: number
}

/** How a process ended: its exit code, and why it was ended, if it did not end itself. */
export interface End {
  readonly code: number | null
  readonly why?: string | undefined
}

/**
 * What people read of one process of tests, made of the TAP 14 that test/group.ts writes: a line a file, what was skipped and why, and each
 * assertion that failed with the tests that it is in and what tap says of it. A file is written at once, when it has ended.
 */
export class Reporter {
  readonly counts: Counts = { total: 0, pass: 0, fail: 0, skip: 0 }
  /** How many files have begun. */
  begun = 0
  /** The seconds of CPU time that each of them took that has ended, by their names: `test/xml.test.js`. */
  readonly seconds = new Map<string, number>()
  readonly #print: (text: string) => void
  readonly #onFile: () => void
  readonly #hasComments: boolean
  readonly #decoder = new StringDecoder('utf8')
  /** The beginning of a line whose end is in the next chunk. */
  #rest = ''
  /** The file, and the tests around what is read. */
  #open: OpenTest[] = []
  #lines: string[] = []
  /** Tests of the file that only the long run has. */
  #left = 0
  /** The indentation of what tap says of the failure above. */
  #account: string | undefined

  /** The test whose comments came last. */
  #commented = ''

  /**
   * @param onFile  called when a file begins or ends
   * @param hasComments  whether what tests tell is shown, as figures of the long run are
   */
  constructor(print: (text: string) => void, onFile: () => void, hasComments = false) {
    this.#print = print
    this.#onFile = onFile
    this.#hasComments = hasComments
  }

  write(chunk: Buffer): void {
    const lines = (this.#rest + this.#decoder.write(chunk)).split('\n')
    this.#rest = lines.pop()!
    for (const line of lines) this.#read(line)
  }

  /** The process has ended. That is a failure while a file is open, and if it failed without one. */
  end({ code, why }: End): void {
    this.#read(this.#rest)
    const how = why ?? `exit code ${code}`
    const [file] = this.#open
    if (file !== undefined) {
      this.#failed(`${this.#open.map((open) => open.name).join(' > ')}: the process ended: ${how}`)
      file.failures++
      this.#endFile('?')
    } else if (why !== undefined || (code !== 0 && this.counts.fail === 0)) {
      this.#failed(`the process, after its tests: ${how}`)
    }
    this.#flush()
  }

  #read(line: string): void {
    if (this.#account !== undefined && line.startsWith(this.#account)) {
      this.#lines.push(`  ${line.slice(this.#account.length)}`)
      return
    }
    this.#account = undefined
    const begins = fileBegins.exec(line)
    const ends = fileEnds.exec(line)
    const opened = heading.exec(line)
    const ended = result.exec(line)?.groups
    if (begins) this.#beginFile(begins[1]!)
    else if (ends) this.#timedFile(Number(ends[1]) / 1000)
    else if (opened) this.#open.push({ name: opened[1]!, assertions: 0, failures: 0 })
    else if (ended) this.#endTest(ended)
    else if (this.#hasComments) this.#tell(told.exec(line)?.[1])
  }

  #tell(text: string | undefined): void {
    if (text === undefined || this.#open.length < 2) return
    const path = this.#open.map((open) => open.name).join(' > ')
    if (path !== this.#commented) this.#lines.push(`# ${path}`)
    this.#lines.push(`#     ${text}`)
    this.#commented = path
  }

  #beginFile(name: string): void {
    this.begun++
    this.#open = [{ name, assertions: 0, failures: 0 }]
    this.#onFile()
  }

  #timedFile(seconds: number): void {
    this.seconds.set(this.#open[0]!.name, seconds)
    this.#endFile(seconds.toFixed(1))
  }

  /** @param seconds  of CPU time */
  #endFile(seconds: string): void {
    const { name, assertions, failures } = this.#open[0]!
    if (this.#left > 0) this.#lines.push(`skipped: ${name}, ${longRunOnly}: ${this.#left}`)
    this.#lines.push(`${failures > 0 ? 'not ' : ''}ok: ${name}, ${assertions} assertions, ${seconds} s of CPU`)
    this.#left = 0
    this.#open = []
    this.#flush()
    this.#onFile()
  }

  /** An assertion ends, or a test: that, if one is open within those around. */
  #endTest({ indent = '', not, name = '', why }: Partial<Record<string, string>>): void {
    const depth = indent.length / level + 1
    const test = this.#open.length > depth ? this.#open.pop() : undefined
    // a test of which a failure has been shown has nothing to add
    const news = not !== undefined && (test?.failures ?? 0) === 0
    const path = [...this.#open.map((open) => open.name), name].join(' > ')
    if (news) this.#failed(path)
    else if (why !== undefined) this.#skipped(path, why)
    else if (test === undefined) this.#count('pass', 1)
    const around = this.#open.at(-1)
    if (around) around.assertions += test?.assertions ?? Number(why === undefined)
    if (around) around.failures += (test?.failures ?? 0) + Number(news)
    if (news) this.#account = `${indent}  `
  }

  #failed(what: string): void {
    this.#count('fail', 1)
    this.#lines.push(`not ok: ${what}`)
  }

  #skipped(path: string, why: string): void {
    this.#count('skip', 1)
    if (why === longRunOnly) this.#left++
    else this.#lines.push(`skipped: ${path}: ${why}`)
  }

  #count(name: 'pass' | 'fail' | 'skip', count: number): void {
    this.counts[name] += count
    this.counts.total += count
  }

  #flush(): void {
    if (this.#lines.length > 0) this.#print(`${this.#lines.join('\n')}\n`)
    this.#lines = []
  }
}
