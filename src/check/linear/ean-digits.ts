/** The digits of EAN and UPC: those of the symbol characters, and those of their number sets. */

import * as tables from '../../../symbologies/tables.ts'
import { expandedSix, rightCheckDigit, zeroSuppressed } from '../gs1/gtin.ts'
import type { Findings } from '../report.ts'
import { columnSpan } from './columns.ts'
import { digitWidth, type EanRule, type EanSymbology } from './ean-layouts.ts'
import { word } from './linear.ts'

export interface Character {
  readonly set: 'A' | 'B' | 'C'
  readonly digit: string
  readonly at: number
}

const sets = ['A', 'B', 'C'] as const

export function characterAt(modules: Uint8Array, at: number): Character | undefined {
  const index = tables.eanSymbolCharacters.indexOf(word(modules, at, digitWidth))
  return index < 0 ? undefined : { set: sets[Math.floor(index / 10)]!, digit: String(index % 10), at }
}

/** All digits, those that the number sets encode and the check digit included; undefined if the number sets encode none. */
export function textOf(
  symbology: EanSymbology,
  characters: readonly Character[],
  findings: Findings<EanRule>,
): string | undefined {
  const digits = characters.map(({ digit }) => digit).join('')
  const found = characters.map(({ set }) => set).join('')
  switch (symbology) {
    case 'ean8':
      judgeParity(findings, characters, 'AAAACCCC')
      return checked(findings, digits, characters)
    case 'upca':
      judgeParity(findings, characters, 'AAAAAACCCCCC')
      return checked(findings, digits, characters)
    case 'ean13': {
      const first = tables.ean13LeadingSets.findIndex((left) => `${left}CCCCCC` === found)
      if (first < 0) return unknownParity(findings, characters)
      findings.pass('parity')
      return checked(findings, `${first}${digits}`, characters)
    }
    case 'upce':
      return upceText(characters, findings)
  }
}

/** A digit in the wrong number set is still read. */
function judgeParity(findings: Findings<EanRule>, characters: readonly Character[], wanted: string): void {
  const wrong = characters.filter(({ set }, i) => set !== wanted[i])
  const flaws = wrong.map(({ set, digit, at }) => ({
    message: `digit ${digit} is of number set ${set}`,
    modules: columnSpan(at, at + digitWidth),
  }))
  findings.judge('parity', flaws)
}

function unknownParity(findings: Findings<EanRule>, characters: readonly Character[]): undefined {
  const found = characters.map(({ set }) => set).join('')
  const modules = characters.flatMap(({ at }) => columnSpan(at, at + digitWidth))
  findings.fault('parity', `the symbology has no such order of number sets: ${found}`, modules)
  return undefined
}

function checked(findings: Findings<EanRule>, digits: string, characters: readonly Character[]): string {
  const right = rightCheckDigit(digits)
  const { at, digit } = characters[characters.length - 1]!
  const message = `the check digit is ${digit}; the right one is ${right}`
  findings.judge('check', digits.endsWith(right) ? [] : [{ message, modules: columnSpan(at, at + digitWidth) }])
  return digits
}

/** Number system, six digits, check digit: the number sets encode the first and the last of these. */
function upceText(characters: readonly Character[], findings: Findings<EanRule>): string | undefined {
  const found = characters.map(({ set }) => set).join('')
  const bySystem = [tables.upceSystemZeroSets, tables.upceSystemOneSets]
  const system = bySystem.findIndex((rows) => rows.includes(found))
  if (system < 0) return unknownParity(findings, characters)
  findings.pass('parity')
  const six = characters.map(({ digit }) => digit).join('')
  const check = bySystem[system]!.indexOf(found)
  const full = `${system}${expandedSix(six)}${check}`
  const right = rightCheckDigit(full)
  const message = `the number sets encode the check digit ${check}; the right one is ${right}`
  findings.judge('check', full.endsWith(right) ? [] : [{ message, modules: columnSpan(3, 45) }])
  if (zeroSuppressed(full) === six) findings.pass('zeros')
  else findings.note('zeros', `zero suppression gives ${zeroSuppressed(full)} for the UPC-A ${full}`, columnSpan(3, 45))
  return `${system}${six}${check}`
}
