import { Transform, type TransformCallback } from 'node:stream'
import { StringDecoder } from 'node:string_decoder'

const heading = /^ *# Subtest: (.*)$/
const result =
  /^(?<indent> *)(?<not>not )?ok \d+(?: - (?<name>.*?))?(?: # SKIP ?(?<why>.*?))?(?: # time=(?<ms>\d+).*)?$/
const comment = /^(?<indent> *)(?<words># .*|Bail out!.*)$/
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

/**
 * What people read of a run, made of tap's TAP 14: a line a file, what was skipped and why, the totals, and each assertion that
 * failed with the tests that it is in and what tap says of it. The reporters that come with tap draw a screen anew with each
 * assertion, which takes as long as many of the tests.
 */
export default class Reporter extends Transform {
  readonly #decoder = new StringDecoder('utf8')
  /** The beginning of a line whose end is in the next chunk. */
  #rest = ''
  readonly #open: OpenTest[] = []
  /** Comments of the file, such as its seed, that are shown with its first failure. */
  #comments: string[] = []
  /** Tests of the file that only the long run has. */
  #left = 0
  /** The indentation of what tap says of the failure above. */
  #account: string | undefined

  override _transform(chunk: Buffer, _encoding: string, done: TransformCallback): void {
    const lines = (this.#rest + this.#decoder.write(chunk)).split('\n')
    this.#rest = lines.pop()!
    for (const line of lines) this.#read(line)
    done()
  }

  override _flush(done: TransformCallback): void {
    this.#read(this.#rest)
    done()
  }

  #read(line: string): void {
    if (this.#account !== undefined && line.startsWith(this.#account)) {
      this.#write(`  ${line.slice(this.#account.length)}`)
      return
    }
    this.#account = undefined
    const opened = heading.exec(line)
    const ended = result.exec(line)?.groups
    const { indent, words } = comment.exec(line)?.groups ?? {}
    if (opened) this.#open.push({ name: opened[1]!, assertions: 0, failures: 0 })
    else if (ended) this.#end(ended.indent!, ended)
    else if (indent === '') this.#write(line)
    else if (indent?.length === level) this.#comments.push(words!)
  }

  /** An assertion ends, or a test: that, if one is open within those around. */
  #end(indent: string, { not, name = '', why, ms = '0' }: Partial<Record<string, string>>): void {
    const test = this.#open.length > indent.length / level ? this.#open.pop() : undefined
    const { assertions, failures } = test ?? { assertions: 1, failures: 0 }
    // a test of which a failure has been shown has nothing to add
    const news = not !== undefined && failures === 0
    const around = this.#open.at(-1)
    if (around) around.assertions += assertions
    if (around) around.failures += failures + Number(news)
    const path = [...this.#open.map((open) => open.name), name].join(' > ')
    if (why === longRunOnly) this.#left++
    else if (why !== undefined) this.#write(`skipped: ${path}: ${why}`)
    for (const words of news ? this.#comments.splice(0) : []) this.#write(words)
    if (around === undefined) {
      if (this.#left > 0) this.#write(`skipped: ${name}, ${longRunOnly}: ${this.#left}`)
      this.#write(`${not ?? ''}ok: ${name}, ${assertions} assertions, ${(Number(ms) / 1000).toFixed(1)} s`)
      this.#left = 0
      this.#comments = []
    } else if (news) this.#write(`not ok: ${path}`)
    if (news) this.#account = `${indent}  `
  }

  #write(line: string): void {
    this.push(`${line}\n`)
  }
}
