/** Every rule that a report can name: what it is, where it stands, in which edition, and where its clause number comes from. */

import { type Symbology, symbologies } from '../../../symbologies/catalogue.ts'
import { contentRules } from './content.ts'
import { rules as dataMatrixRules } from './datamatrix/datamatrix.ts'
import { rules as gs1Rules } from './gs1/findings.ts'
import { gtinOf } from './gs1/gtin.ts'
import { labelRules } from './gs1/label.ts'
import { lightRules } from './light.ts'
import { rules as code39Rules } from './linear/code39.ts'
import { rules as code128Rules } from './linear/code128.ts'
import { layouts } from './linear/ean.ts'
import { rules as itf14Rules } from './linear/itf14.ts'
import { listedProfileRules } from './profiles/index.ts'
import { rules as microQrRules } from './qr/microqr.ts'
import { rules as qrRules } from './qr/qr.ts'
import type { Rule, RuleKind } from './report.ts'
import { sizeRules } from './size.ts'

/** A rule as `quietzone check --rules` lists it. */
export interface ListedRule {
  /** As in findings. */
  readonly code: string
  /** What breaking it is. */
  readonly kind: RuleKind
  /** What it demands. */
  readonly requirement: string
  /** Standard, edition and clause, as in findings; `none` for a rule of this program. */
  readonly clause: string
  /** The standard and its edition. */
  readonly edition: string
  readonly source: string
}

/** The rules of pictures, whatever they show. */
const pictureRules: Readonly<Record<string, Rule>> = {
  unreadable: ['none', 'the picture holds a symbol that can be read'],
  limit: ['none', 'the picture keeps the limits of the check'],
  encrypted: ['none', 'a PDF has no password'],
  page: ['none', 'a PDF has the page that is asked for'],
  unsupported: ['none', 'an SVG has shapes, lines and words in plain colours alone'],
  renderer: ['none', 'what draws PDFs and SVGs is installed'],
}

const photo: Rule = ['none', 'the picture shows widths, modules and quiet zones to the dot', 'note']

const bySymbology: Readonly<Record<Symbology, Readonly<Record<string, Rule>>>> = {
  code128: code128Rules,
  qr: qrRules,
  microqr: microQrRules,
  datamatrix: dataMatrixRules,
  upca: layouts.upca.rules,
  upce: layouts.upce.rules,
  ean13: layouts.ean13.rules,
  ean8: layouts.ean8.rules,
  code39: code39Rules,
  itf14: itf14Rules,
}

/** All rules, by symbology, those of labels, pictures and published labels last. */
export function listedRules(): readonly ListedRule[] {
  const own = symbologies.flatMap((symbology) => {
    const rules = {
      ...bySymbology[symbology],
      ...lightRules(symbology),
      ...sizeRules,
      ...gs1Rules,
      ...ofContent(symbology),
      photo,
    }
    return Object.entries(rules).map(([name, rule]) => listed(`${symbology}.${name}`, rule))
  })
  const others = { label: labelRules, picture: pictureRules }
  return [
    ...own,
    ...Object.entries(others).flatMap(([what, rules]) =>
      Object.entries(rules).map(([name, rule]) => listed(`${what}.${name}`, rule)),
    ),
    ...listedProfileRules(),
  ]
}

/** EAN, UPC and ITF-14 carry numbers of GS1 alone. */
const ofContent = (symbology: Symbology): Readonly<Record<string, Rule>> =>
  gtinOf(symbology, '') === undefined ? contentRules : {}

function listed(code: string, [clause, requirement, kind = 'fault']: Rule): ListedRule {
  if (code.includes('.content.')) {
    const source = 'public texts of the standard, or public sources that quote it'
    return { code, kind, requirement, clause, edition: clause, source }
  }
  const [edition = ''] = clause.split(', ')
  if (edition === 'none') return { code, kind, requirement, clause, edition: 'none', source: 'this program' }
  const isGs1 = edition.startsWith('GS1')
  return { code, kind, requirement, clause, edition: isGs1 ? editions[edition]! : edition, source: sourceOf(isGs1) }
}

/** GS1 publishes a new release each year; the tables are of public sources up to this one. */
const editions: Readonly<Record<string, string>> = {
  'GS1 General Specifications': 'GS1 General Specifications, up to Release 26',
  'GS1 Digital Link standard: URI syntax': 'GS1 Digital Link standard: URI syntax, release 1.4',
}

/** The texts of ISO/IEC were not at hand: what a clause says and its number come second hand. */
const sourceOf = (isGs1: boolean): string =>
  isGs1
    ? 'public texts of GS1, and what public encoders quote of them'
    : 'second hand: public sources that quote the standard'
