/** Reports on many pictures as a command writes them: lines for people, lines of JSON, JUnit for a CI, SARIF for tools that show findings. */

import { jsonLine, printableLine } from '../messages.ts'
import {
  type Finding,
  findingsIn,
  type ListedRule,
  type Report,
  reportText,
  type Verdict,
} from '../reader/check/index.ts'
import { version } from '../root.ts'

export const checkFormats = ['text', 'json', 'junit', 'sarif'] as const
export type CheckFormat = (typeof checkFormats)[number]

/** A picture and what was found. */
export interface Checked {
  /** As it was given or found, with slashes. */
  readonly file: string
  readonly report: Report
}

/** How many reports have each verdict. */
export type VerdictCounts = Readonly<Record<Verdict, number>>

/** Writes reports in a format, in pieces as they are made. */
export interface CheckWriter {
  add(checked: Checked): string
  end(counts: VerdictCounts): string
}

/** What counts as a failure: faults alone, or notes too. */
export const failures = ['fault', 'note'] as const
export type FailOn = (typeof failures)[number]

/** @param isSingle  whether one file was asked for by its name: its report is whole then, instead of a line */
export function checkWriter(format: CheckFormat, isSingle: boolean, failOn: FailOn = 'fault'): CheckWriter {
  switch (format) {
    case 'text':
      return isSingle ? { add: ({ report }) => reportText(report), end: () => '' } : { add: line, end: summary }
    case 'json':
      return {
        add: ({ file, report: { schema, tool, ...report } }) => jsonLine({ schema, tool, file, ...report }),
        end: () => '',
      }
    case 'junit':
      return junit(failOn)
    case 'sarif':
      return sarif()
  }
}

function line({ file, report }: Checked): string {
  const { symbols, verdict } = report
  const findings = findingsIn(report)
  const codes = (kind: Finding['kind']): string[] => [
    ...new Set(findings.filter((finding) => finding.kind === kind).map(({ code }) => code)),
  ]
  const notes = codes('note').map((code) => `(${code})`)
  return `${[`${printableLine(file)}:`, symbols.map(({ symbology }) => symbology).join(',') || '-', verdict, ...codes('fault'), ...notes].join(' ')}\n`
}

function summary(counts: VerdictCounts): string {
  const sum = Object.entries(counts).map(([verdict, count]) => `${count} ${verdict}`)
  const all = Object.values(counts).reduce((total, count) => total + count, 0)
  return `${all} pictures: ${sum.join(', ')}\n`
}

/** The findings for which a report fails. */
export const failuresIn = (report: Report, failOn: FailOn): readonly Finding[] =>
  findingsIn(report).filter(({ kind }) => kind === 'fault' || kind === failOn)

/** The form that CIs read: a picture is a test case, its faults are one failure. The counts come first, so that all is written at the end. */
function junit(failOn: FailOn): CheckWriter {
  const cases: string[] = []
  let [failed, unreadable] = [0, 0]
  return {
    add({ file, report }) {
      const faults = failuresIn(report, failOn)
      const name = `<testcase classname="quietzone check" name="${xml(file)}">`
      const text = faults.map(({ code, message, clause }) => `${code}: ${message} (${clause})`).join('\n')
      const kind = report.verdict === 'unreadable' ? 'error' : 'failure'
      if (kind === 'error') unreadable++
      else if (faults.length > 0) failed++
      const failure = `<${kind} message="${xml(faults[0]?.message ?? '')}" type="${xml(faults[0]?.code ?? '')}">${xml(text)}</${kind}>`
      cases.push(`  ${name}${faults.length > 0 ? failure : ''}</testcase>\n`)
      return ''
    },
    end() {
      const head = `<testsuite name="quietzone check" tests="${cases.length}" failures="${failed}" errors="${unreadable}">`
      return `<?xml version="1.0" encoding="UTF-8"?>\n${head}\n${cases.join('')}</testsuite>\n`
    },
  }
}

/** A text in XML 1.0, which has no control characters but tab and line ends (2.2). */
export function xml(text: string): string {
  return Array.from(text, (character) => entities[character] ?? (isXml(character) ? character : '\ufffd')).join('')
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  '\n': '&#10;',
}

const isXml = (character: string): boolean => /[\t\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/u.test(character)

/** SARIF 2.1.0 (OASIS): a fault is an error, a note a note, and the rule is the finding's code. */
function sarif(): CheckWriter {
  const results: object[] = []
  const rules = new Map<string, string>()
  return {
    add({ file, report }) {
      for (const { code, kind, message, clause } of findingsIn(report)) {
        if (kind === 'pass') continue
        rules.set(code, clause)
        const artifactLocation = { uri: encodeURI(file) }
        results.push({
          ruleId: code,
          level: kind === 'fault' ? 'error' : 'note',
          message: { text: `${message} (${clause})` },
          locations: [{ physicalLocation: { artifactLocation } }],
        })
      }
      return ''
    },
    end() {
      const listed = [...rules].map(([id, clause]) => ({ id, shortDescription: { text: clause } }))
      const driver = { name: 'quietzone', version: version(), rules: listed }
      const runs = [{ tool: { driver }, results }]
      return jsonLine({ $schema: 'https://json.schemastore.org/sarif-2.1.0.json', version: '2.1.0', runs })
    },
  }
}

/** All rules, a line each and what they demand below it; or as JSON. */
export function rulesText(rules: readonly ListedRule[], format: CheckFormat): string {
  if (format === 'json') return jsonLine({ rules })
  const lines = rules.map(
    ({ code, kind, clause, requirement, edition, source }) =>
      `${code}  ${kind}\n       ${requirement}\n       ${clause}; edition: ${edition}; source: ${source}\n`,
  )
  return lines.join('')
}
