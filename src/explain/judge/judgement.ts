/** The class of one answer. */

import { catalogue, rowsOf } from '../../../symbologies/index.ts'
import { checkMatrix, type Finding, PictureError, type Report, type SymbolReport } from '../../reader/check/index.ts'
import { reportOnFile } from '../../reader/picture-file.ts'
import type { Answer } from './answer.ts'
import { type Case, type Expectation, expectationOf } from './case.ts'
import type { Judgement } from './measure.ts'
import type { Class } from './report.ts'

const none = { code: 'none', clause: 'none' }

/** Compares an answer with the standards, by check, and with our symbol of the case. */
export async function judged(asked: Case, answer: Answer): Promise<Judgement<Class>> {
  const expected = expectationOf(asked)
  switch (answer.kind) {
    case 'unsupported':
      return { class: 'unsupported', ...none, message: answer.why }
    case 'none':
      return { class: 'noAnswer', code: answer.code, clause: 'none', message: answer.why }
    case 'refusal':
      return refused(asked, expected, answer.why)
    case 'matrix':
    case 'file':
      return { ...drawn(asked, expected, await reportOn(asked, answer)), symbol: answer }
  }
}

function refused({ type }: Case, { refusal }: Expectation, why: string): Judgement<Class> {
  if (refusal !== undefined) return { class: 'right', ...none, message: refusal.message }
  const message = `refused although ${type} carries it: ${why}`
  return { class: 'refusesWhatItMustDraw', code: 'refused', clause: catalogue[type].standard, message }
}

async function reportOn({ type, text }: Case, answer: Answer & { kind: 'matrix' | 'file' }): Promise<Report> {
  // the modules are compared with ours
  const options = { type, text, isDrawn: true, hasModules: true }
  if (answer.kind === 'file') return reportOnFile(new Uint8Array(answer.file), options)
  try {
    return checkMatrix(answer.rows, options)
  } catch (error) {
    if (!(error instanceof PictureError)) throw error
    const findings = [{ code: 'matrix.unreadable', kind: 'fault', clause: 'none', message: error.message }] as const
    return { schema: 1, tool: { name: 'quietzone', version: '' }, symbols: [], verdict: 'unreadable', findings }
  }
}

function drawn(asked: Case, expected: Expectation, report: Report): Judgement<Class> {
  const [symbol] = report.symbols
  const findings = symbol?.findings ?? report.findings
  // what the text says by other standards is the text's, which the encoder was given
  const faults = findings.filter(({ kind, code }) => kind === 'fault' && !code.includes('.content.'))
  if (expected.refusal !== undefined) {
    // another way may carry what ours does not: the symbol shows it
    if (faults.length === 0) return { class: 'rightByAnotherChoice', ...none, message: 'drawn in another way' }
    const { code, message } = expected.refusal
    const why = `${message}; what is drawn instead: ${said(faults)}`
    return { class: 'drawsWhatItMustRefuse', code, clause: catalogue[asked.type].standard, message: why }
  }
  const [fault] = faults
  if (symbol === undefined) {
    // what of the search failed is of no interest: it is not the program's
    return { class: 'wrong', code: 'unreadable', clause: 'none', message: `no ${asked.type} symbol is read` }
  }
  if (fault !== undefined) return { class: 'wrong', code: fault.code, clause: fault.clause, message: said(faults) }
  const unkept = withoutOption(asked, symbol)
  if (unkept !== undefined) {
    return { class: 'wrong', code: 'option', clause: catalogue[asked.type].standard, message: unkept }
  }
  return compared(asked, expected, symbol)
}

/** The first fault, which is the reason of others, and how many there are. */
function said(faults: readonly Finding[]): string {
  const [first, ...others] = faults
  if (first === undefined) return 'no symbol was found'
  return others.length === 0 ? first.message : `${first.message}; ${others.length} more: ${codes(others)}`
}

const codes = (findings: readonly Finding[]): string => [...new Set(findings.map(({ code }) => code))].join(', ')

const levels = ['L', 'M', 'Q', 'H']
const elementStrings = ['code128', 'qr', 'datamatrix']

/** Which option of the case the symbol does not keep, if any. A higher level than asked for protects no less. */
function withoutOption({ type, options }: Case, symbol: SymbolReport): string | undefined {
  const { version, level, mask } = symbol
  if (options.parts !== undefined && symbol.structuredAppend === undefined)
    return 'a part was asked for, the whole is drawn'
  if (options.addon !== undefined && symbol.addon !== options.addon) return 'the add-on is not drawn'
  if (options.gs1 !== undefined && elementStrings.includes(type) && symbol.gs1 === undefined) {
    return 'a GS1 message was asked for, no FNC1 announces it'
  }
  const wanted = options.version ?? options.modules
  const own = version?.replace(/^M/, '')
  if (wanted !== undefined && String(wanted).replace(/^M/, '') !== own)
    return `${wanted} was asked for, ${version} is drawn`
  if (options.level !== undefined && levels.indexOf(level ?? '') < levels.indexOf(String(options.level))) {
    return `level ${options.level} was asked for, ${level} is drawn`
  }
  const isOtherMask = options.mask !== undefined && mask !== Number(options.mask)
  return isOtherMask ? `mask ${options.mask} was asked for, ${mask} is drawn` : undefined
}

function compared(asked: Case, expected: Expectation, symbol: SymbolReport): Judgement<Class> {
  const notes = symbol.findings.filter(({ kind }) => kind === 'note')
  const ours = rowsOf(shortestLike(asked, expected, symbol).barcode!.matrix)
  const rows = symbol.modules?.rows ?? []
  if (isSame(rows, ours)) return { class: 'right', ...none, message: '' }
  const size = `${rows.length} x ${rows[0]?.length ?? 0} modules`
  if (areaOf(rows) > areaOf(ours)) {
    const message = `${size}, where ${ours.length} x ${ours[0]!.length} are enough`
    return { class: 'largerThanNeeded', code: 'larger', clause: catalogue[asked.type].standard, message }
  }
  const [note] = notes
  const { code, clause } = note ?? none
  return { class: 'rightByAnotherChoice', code, clause, message: note?.message ?? 'the standard allows both symbols' }
}

/**
 * Our symbol at the level that the encoder chose, where the case leaves it open: a higher level may need a larger symbol. Of bars check
 * gives the modules with wide elements of three, whatever they are in the symbol.
 */
function shortestLike(asked: Case, expected: Expectation, { level }: SymbolReport): Expectation {
  const { ratio, ...others } = asked.options
  const isOpen = level !== undefined && others.level === undefined && others.version === undefined
  if (!isOpen && ratio === undefined) return expected
  const like = expectationOf({ ...asked, options: { ...others, ...(isOpen && { level }) } })
  return like.barcode === undefined ? expected : like
}

const isSame = (a: readonly string[], b: readonly string[]): boolean =>
  a.length === b.length && a.every((row, y) => row === b[y])

const areaOf = (rows: readonly string[]): number => rows.length * (rows[0]?.length ?? 0)
