/** Reports on many pictures as a command writes them: lines for people, lines of JSON, JUnit for a CI, SARIF for tools that show findings. */

import type { Finding, Report, Verdict } from '../check/index.ts'
import { reportText } from '../check/index.ts'
import { jsonLine, printableLine } from '../messages.ts'
import { version } from './command.ts'

export const checkFormats = ['text', 'json', 'junit', 'sarif'] as const
export type CheckFormat = (typeof checkFormats)[number]

/** A picture and what was found. */
export interface Checked {
  /** As it was given or found, with slashes. */
  readonly file: string
  readonly report: Report
}

/** How many reports have each verdict. */
export type Counts = Readonly<Record<Verdict, number>>

/** Writes reports in a format, in pieces as they are made. */
export interface CheckWriter {
  add(checked: Checked): string
  end(counts: Counts): string
}

/** @param isSingle  whether one file was asked for by its name: its report is whole then, instead of a line */
export function checkWriter(format: CheckFormat, isSingle: boolean): CheckWriter {
  switch (format) {
    case 'text':
      return isSingle ? { add: ({ report }) => reportText(report), end: () => '' } : { add: line, end: summary }
    case 'json':
      return { add: ({ file, report }) => jsonLine(isSingle ? report : { file, ...report }), end: () => '' }
    case 'junit':
      return junit()
    case 'sarif':
      return sarif()
  }
}

function line({ file, report: { symbology, verdict, findings } }: Checked): string {
  const codes = (kind: Finding['kind']): string[] => [
    ...new Set(findings.filter((finding) => finding.kind === kind).map(({ code }) => code)),
  ]
  const notes = codes('note').map((code) => `(${code})`)
  return `${[`${printableLine(file)}:`, symbology ?? '-', verdict, ...codes('fault'), ...notes].join(' ')}\n`
}

function summary(counts: Counts): string {
  const sum = Object.entries(counts).map(([verdict, count]) => `${count} ${verdict}`)
  const all = Object.values(counts).reduce((total, count) => total + count, 0)
  return `${all} pictures: ${sum.join(', ')}\n`
}

const faultsOf = ({ findings }: Report): readonly Finding[] => findings.filter(({ kind }) => kind === 'fault')

/** The form that CIs read: a picture is a test case, its faults are one failure. The counts come first, so that all is written at the end. */
function junit(): CheckWriter {
  const cases: string[] = []
  return {
    add({ file, report }) {
      const faults = faultsOf(report)
      const name = `<testcase classname="quietzone check" name="${xml(file)}">`
      const text = faults.map(({ code, message, clause }) => `${code}: ${message} (${clause})`).join('\n')
      const kind = report.verdict === 'unreadable' ? 'error' : 'failure'
      const failed = `<${kind} message="${xml(faults[0]?.message ?? '')}" type="${xml(faults[0]?.code ?? '')}">${xml(text)}</${kind}>`
      cases.push(`  ${name}${faults.length > 0 ? failed : ''}</testcase>\n`)
      return ''
    },
    end({ faults, unreadable }) {
      const head = `<testsuite name="quietzone check" tests="${cases.length}" failures="${faults}" errors="${unreadable}">`
      return `<?xml version="1.0" encoding="UTF-8"?>\n${head}\n${cases.join('')}</testsuite>\n`
    },
  }
}

/** A text in XML 1.0, which has no control characters but tab and line ends (2.2). */
function xml(text: string): string {
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
      for (const { code, kind, message, clause } of report.findings) {
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
