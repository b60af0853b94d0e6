/** A report as text for a terminal. */

import type { MeaningPart } from '../../../symbologies/gs1/index.ts'
import { visible } from '../../../symbologies/messages.ts'
import type { Content } from '../../content/index.ts'
import { contentTitles } from '../../content/names.ts'
import type { Gs1Contents, Gs1Element } from './gs1/message.ts'
import type { Finding, PicturePoint, Report, SymbolReport } from './report.ts'

/** The verdict on each symbol, then its faults, notes and, in short, what passed. */
export function reportText(report: Report): string {
  const { symbols, verdict, findings } = report
  const [only, ...more] = symbols
  if (only === undefined) return `${[`no symbol: ${verdict}`, ...findingLines(findings)].join('\n')}\n`
  if (more.length === 0) return `${[`${only.symbology}: ${verdict}`, ...symbolLines(only)].join('\n')}\n`
  const head = `${symbols.length} symbols: ${verdict}`
  const each = symbols.flatMap((symbol) => [
    `${symbol.symbology} at ${placeText(symbol)}: ${symbol.verdict}`,
    ...symbolLines(symbol).map((line) => `  ${line}`),
  ])
  return `${[head, ...findingLines(findings), ...each].join('\n')}\n`
}

function symbolLines(symbol: SymbolReport): string[] {
  const { text, addon, gs1, content, structuredAppend: append, findings } = symbol
  return [
    ...(text === undefined ? [] : [`text: ${visible(text)}`]),
    ...(addon === undefined ? [] : [`add-on: ${addon}`]),
    ...(append === undefined ? [] : [`part ${append.part} of ${append.parts}`]),
    ...(gs1 === undefined ? [] : gs1Lines(gs1)),
    ...(content === undefined ? [] : contentLines(content)),
    ...(content?.repaired === undefined ? [] : [`repaired: ${visible(content.repaired)}`]),
    ...detailLines(symbol),
    ...lengthLines(symbol),
    ...findingLines(findings),
  ]
}

/** `version 2, level M, mask 3`, and function characters with their places. */
function detailLines({ version, level, mask, eci, fnc = [] }: SymbolReport): string[] {
  const made = [
    ...(version === undefined ? [] : [`version ${version}`]),
    ...(level === undefined ? [] : [`level ${level}`]),
    ...(mask === undefined ? [] : [`mask ${mask}`]),
    ...(eci === undefined ? [] : [`ECI ${eci.join(', ')}`]),
  ]
  const functions = fnc.map(({ name, at }) => `${name} at ${at}`)
  return [made, functions].flatMap((list) => (list.length === 0 ? [] : [list.join(', ')]))
}

function findingLines(findings: readonly Finding[]): string[] {
  const of = (kind: Finding['kind']): Finding[] => findings.filter((finding) => finding.kind === kind)
  const passed = [...new Set(of('pass').map(({ code }) => code))]
  return [
    ...[...of('fault'), ...of('note')].flatMap((finding) => [
      `${finding.kind}  ${finding.code}  ${finding.message}`,
      ...sourceLines(finding),
    ]),
    ...(passed.length > 0 ? [`passed: ${passed.join(', ')}`] : []),
  ]
}

/** Clause and places, as far as there are any. */
function sourceLines(finding: Finding): string[] {
  const source = [finding.clause === 'none' ? '' : finding.clause, placesText(finding)].filter((part) => part !== '')
  return source.length === 0 ? [] : [`       ${source.join('; ')}`]
}

/** The lengths on paper, a line each: none without a resolution. */
export function lengthLines({ x, barHeight }: Pick<SymbolReport, 'x' | 'barHeight'>): string[] {
  const line = (name: string, length: SymbolReport['x']): string[] => {
    if (length === undefined) return []
    const { mm, pixels, perMetre } = length
    return [`${name}: ${mm.toFixed(3)} mm (${pixels} ${pixels === 1 ? 'pixel' : 'pixels'} at ${perMetre} a metre)`]
  }
  return [...line('X', x), ...line('bar height', barHeight)]
}

/** `(20, 40)`: the pixel in the middle of the symbol. */
function placeText({ corners }: SymbolReport): string {
  const middle = (own: (point: PicturePoint) => number): number =>
    Math.round(corners.reduce((sum, point) => sum + own(point), 0) / corners.length)
  return `(${middle(({ x }) => x)}, ${middle(({ y }) => y)})`
}

const shownModules = 12

function placesText({ modules }: Finding): string {
  if (modules === undefined) return ''
  const shown = modules.slice(0, shownModules).map(({ row, column }) => `(${row}, ${column})`)
  const rest = modules.length - shown.length
  return `row, column: ${shown.join(' ')}${rest > 0 ? ` and ${rest} more` : ''}`
}

/** The message in brackets, then a line for each element. */
export function gs1Lines({ form, elements, humanReadable }: Gs1Contents): string[] {
  if (elements.length === 0) return [`${forms[form]}: no element can be read`]
  return [`${forms[form]}: ${visible(humanReadable)}`, ...elements.map((element) => `  ${elementLine(element)}`)]
}

const forms = { elements: 'GS1', link: 'GS1 Digital Link', gtin: 'GS1' } as const

/**
 * The kind of a content, then a line for each element; what is wrong with it is among the findings.
 *
 * @param said  what a title or a meaning is called, if it is not said in English
 */
export function contentLines({ kind, elements }: Content, said = (english: string): string => english): string[] {
  return [
    `${said('content')}: ${said(contentTitles[kind])}`,
    ...elements.map(({ id, title, value, meaning }) => {
      const known = meaning === undefined ? plainly(value) : `${plainly(value)}, ${plainly(said(meaning))}`
      return `  ${id} ${said(title)}: ${known}`
    }),
  ]
}

/** `(17) USE BY or EXPIRY: date 261231, 2026-12-31`. */
function elementLine({ ai, title, value, parts }: Gs1Element): string {
  const isPlain = parts.every(({ kind, meaning }) => kind === 'value' && meaning === undefined)
  const known = isPlain ? plainly(value) : parts.map(partText).join('; ')
  return `(${ai})${title === '' ? '' : ` ${title}`}: ${known}`
}

const partText = ({ kind, value, meaning }: MeaningPart): string =>
  `${kind} ${plainly(value)}${meaning === undefined ? '' : `, ${plainly(meaning)}`}`

/** Without anything that a terminal obeys. */
const plainly = (text: string): string => visible(text).slice(1, -1).replaceAll('\\"', '"')
