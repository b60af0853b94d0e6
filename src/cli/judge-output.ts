/** Reports of the judge as a command writes them: text, JSON, JUnit for a CI, SARIF for tools that show findings. */

import type { Symbology } from '../../symbologies/index.ts'
import { type Case, type DecoderCase, type JudgedFailure, type JudgeReport, reportOf } from '../explain/judge/index.ts'
import { jsonLine, printableLine } from '../messages.ts'
import { version } from '../root.ts'
import { xml } from './check-output.ts'

export const judgeFormats = ['text', 'json', 'junit', 'sarif', 'pdf'] as const
export type JudgeFormat = (typeof judgeFormats)[number]

/** What was judged, and how. */
export interface JudgedCommand {
  readonly command: string
  /** What the command is, with its version, if it was told. */
  readonly name: string | undefined
  readonly report: JudgeReport<Case | DecoderCase, string>
  /** The classes that count as failures. */
  readonly failing: readonly string[]
}

type Failed = JudgedFailure<Case | DecoderCase, string>

export function judgeText(format: Exclude<JudgeFormat, 'pdf'>, judged: JudgedCommand): string {
  switch (format) {
    case 'text':
      return plainText(judged)
    case 'json':
      return json(judged)
    case 'junit':
      return junit(judged)
    case 'sarif':
      return sarif(judged)
  }
}

/** A class in words: `rightByAnotherChoice` is `right by another choice`. */
export const classWords = (name: string): string => name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)

export const casesInWords = (cases: number): string => (cases === 1 ? '1 case' : `${cases} cases`)

function plainText({ command, name, report }: JudgedCommand): string {
  const counts = Object.entries(report.classes).map(([found, n]) => `${String(n).padStart(8)}  ${classWords(found)}`)
  const nothing = report.classes.unsupported === report.cases ? ': nothing was judged' : ''
  const head = `${printableLine(name ?? command)}: ${casesInWords(report.cases)}, seed ${report.seed}${nothing}`
  return `${[head, ...counts, ...report.failures.flatMap(failureLines)].join('\n')}\n`
}

function failureLines(failure: Failed): readonly string[] {
  const { class: found, clause, code, message, cases, asked } = failure
  const where = clause === 'none' ? '' : ` (${clause})`
  return [
    '',
    `${classWords(found)}: ${asked.type} ${code}, ${casesInWords(cases)}${where}`,
    `  ${printableLine(message)}`,
    `  ${caseLine(failure)}`,
  ]
}

/** The smallest case as an encoder is asked, and of a decoder what was done to the symbol. */
export const caseLine = ({ asked }: Failed): string => {
  const { type, text, options } = asked
  const treatment = 'treatment' in asked ? { treatment: asked.treatment } : {}
  return jsonLine({ type, text, options, ...treatment }).trimEnd()
}

function json({ command, name, report }: JudgedCommand): string {
  const { failures, ...counts } = reportOf(report)
  const encoded = failures.map(({ png, ...failure }) =>
    png === undefined ? failure : { ...failure, png: Buffer.from(png).toString('base64') },
  )
  const tool = { name: 'quietzone', version: version() }
  return jsonLine({ schema: 1, tool, command, ...(name !== undefined && { name }), ...counts, failures: encoded })
}

/** Each symbology is a test case, skipped where nothing of it was judged, and each kind of failure. */
function junit({ command, report, failing }: JudgedCommand): string {
  const bad = report.failures.filter((failure) => failing.includes(failure.class))
  const passed = Object.keys(report.types).filter((type) => !bad.some(({ asked }) => asked.type === type))
  const cases = [
    ...passed.map((type) => {
      const counts = Object.entries(report.types[type as Symbology]!)
      const isJudged = counts.some(([name, count]) => name !== 'unsupported' && count > 0)
      const body = isJudged ? '' : '<skipped message="no case is supported"/>'
      return `  <testcase classname="quietzone judge" name="${type}">${body}</testcase>\n`
    }),
    ...bad.map((failure) => {
      const name = `${failure.asked.type} ${classWords(failure.class)} ${failure.code}`
      const text = `${failure.message} (${failure.clause}), ${failure.cases} cases\n${caseLine(failure)}`
      const body = `<failure message="${xml(failure.message)}" type="${xml(failure.class)}">${xml(text)}</failure>`
      return `  <testcase classname="quietzone judge" name="${xml(name)}">${body}</testcase>\n`
    }),
  ]
  const head = `<testsuite name="${xml(command)}" tests="${cases.length}" failures="${bad.length}" errors="0">`
  return `<?xml version="1.0" encoding="UTF-8"?>\n${head}\n${cases.join('')}</testsuite>\n`
}

/** SARIF 2.1.0 (OASIS): a failure is an error, what else is told a note, and the rule is its code. */
function sarif({ command, report, failing }: JudgedCommand): string {
  const rules = new Map(report.failures.map(({ code, clause }) => [code, clause]))
  const results = report.failures.map((failure) => ({
    ruleId: failure.code,
    level: failing.includes(failure.class) ? 'error' : 'note',
    message: {
      text: `${classWords(failure.class)}: ${failure.message} (${failure.clause}), ${failure.cases} cases: ${caseLine(failure)}`,
    },
    locations: [{ logicalLocations: [{ fullyQualifiedName: command }] }],
  }))
  const listed = [...rules].map(([id, clause]) => ({ id, shortDescription: { text: clause } }))
  const driver = { name: 'quietzone', version: version(), rules: listed }
  const runs = [{ tool: { driver }, results }]
  return jsonLine({ $schema: 'https://json.schemastore.org/sarif-2.1.0.json', version: '2.1.0', runs })
}
