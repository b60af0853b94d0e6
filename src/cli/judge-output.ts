/** Reports of the judge as a command writes them: text, JSON, JUnit for a CI, SARIF for tools that show findings. */

import { type Class, classes, type JudgedFailure, type JudgeReport } from '../explain/judge/index.ts'
import { jsonLine, printableLine } from '../messages.ts'
import { version } from '../root.ts'
import { xml } from './check-output.ts'

export const judgeFormats = ['text', 'json', 'junit', 'sarif'] as const
export type JudgeFormat = (typeof judgeFormats)[number]

/** What was judged, and how. */
export interface JudgedCommand {
  readonly command: string
  readonly report: JudgeReport
  /** The classes that count as failures. */
  readonly failing: readonly Class[]
}

export function judgeText(format: JudgeFormat, judged: JudgedCommand): string {
  switch (format) {
    case 'text':
      return plainText(judged)
    case 'json':
      return jsonLine({
        schema: 1,
        tool: { name: 'quietzone', version: version() },
        command: judged.command,
        ...judged.report,
      })
    case 'junit':
      return junit(judged)
    case 'sarif':
      return sarif(judged)
  }
}

/** A class in words: `rightByAnotherChoice` is `right by another choice`. */
const wordsOf = (name: Class): string => name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)

function plainText({ command, report }: JudgedCommand): string {
  const counts = classes.map((name) => `${String(report.classes[name]).padStart(8)}  ${wordsOf(name)}`)
  const head = `${printableLine(command)}: ${report.cases} cases, seed ${report.seed}`
  return `${[head, ...counts, ...report.failures.flatMap(failureLines)].join('\n')}\n`
}

function failureLines({
  class: found,
  type,
  clause,
  code,
  message,
  cases,
  ...asked
}: JudgedFailure): readonly string[] {
  const where = clause === 'none' ? '' : ` (${clause})`
  return [
    '',
    `${wordsOf(found)}: ${type} ${code}, ${cases === 1 ? '1 case' : `${cases} cases`}${where}`,
    `  ${printableLine(message)}`,
    `  ${caseLine({ type, ...asked })}`,
  ]
}

/** The smallest case as the program is asked. */
const caseLine = ({ type, text, options }: Pick<JudgedFailure, 'type' | 'text' | 'options'>): string =>
  jsonLine({ type, text, options }).trimEnd()

/** Each symbology is a test case, and each kind of failure. */
function junit({ command, report, failing }: JudgedCommand): string {
  const bad = report.failures.filter((failure) => failing.includes(failure.class))
  const passed = Object.keys(report.types).filter((type) => !bad.some((failure) => failure.type === type))
  const cases = [
    ...passed.map((type) => `  <testcase classname="quietzone judge" name="${type}"></testcase>\n`),
    ...bad.map((failure) => {
      const name = `${failure.type} ${wordsOf(failure.class)} ${failure.code}`
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
      text: `${wordsOf(failure.class)}: ${failure.message} (${failure.clause}), ${failure.cases} cases: ${caseLine(failure)}`,
    },
    locations: [{ logicalLocations: [{ fullyQualifiedName: command }] }],
  }))
  const listed = [...rules].map(([id, clause]) => ({ id, shortDescription: { text: clause } }))
  const driver = { name: 'quietzone', version: version(), rules: listed }
  const runs = [{ tool: { driver }, results }]
  return jsonLine({ $schema: 'https://json.schemastore.org/sarif-2.1.0.json', version: '2.1.0', runs })
}
