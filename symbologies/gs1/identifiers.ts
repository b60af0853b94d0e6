/**
 * GS1's application identifiers (AIs): what their values may be, and which of them go together.
 *
 * Source: GS1 Barcode Syntax Dictionary. A test compares the rows with the dictionary.
 */

import { memoize } from '../memoize.ts'
import type { RuleName } from './linters.ts'

/** The release of the GS1 Barcode Syntax Dictionary that messages are judged by. */
export const dictionaryRelease = '2026-01-27'

/** N: digits; X: character set 82; Y: character set 39; Z: base64url. GS1 General Specifications, 7.11. */
export type AiCharacterSet = 'N' | 'X' | 'Y' | 'Z'

/** A part of a value. Only the last part of a value varies in length. */
export interface AiComponent {
  readonly set: AiCharacterSet
  readonly least: number
  readonly most: number
  readonly isOptional: boolean
  readonly rules: readonly RuleName[]
}

/** AIs that belong together on one item; `n` stands for any digit. */
export type Group = readonly string[]

export interface Identifier {
  /** 2 to 4 digits. */
  readonly ai: string
  /** The data title. */
  readonly title: string
  readonly components: readonly AiComponent[]
  /** The least and the greatest length of its values. */
  readonly lengths: { readonly least: number; readonly most: number }
  /** Whether readers know its length from its first two digits, so that no FNC1 is needed behind it. */
  readonly hasPredefinedLength: boolean
  /** One group of each list must be on the same item. */
  readonly needs: readonly (readonly Group[])[]
  /** Patterns of AIs that must not be on the same item; one that it matches itself does not count. */
  readonly excludes: readonly string[]
  /** For a key of GS1 Digital Link URIs: the sequences of qualifiers that may follow it; empty if none may. */
  readonly qualifiers: readonly (readonly string[])[] | undefined
  /** Whether it may be an attribute in a GS1 Digital Link URI. */
  readonly isLinkAttribute: boolean
}

/** All, in the order of their AIs. */
export const identifiers = (): readonly Identifier[] => [...byAi('all').values()]

/** Undefined if there is none, as for all that is not a string. */
export const identifierOf = (ai: string): Identifier | undefined => byAi('all').get(ai)

/** The identifier that a string of digits starts with: no AI is the start of another. */
export function identifierAt(text: string, index: number): Identifier | undefined {
  for (const length of [2, 3, 4]) {
    const found = identifierOf(text.slice(index, index + length))
    if (found !== undefined && found.ai.length === length) return found
  }
  return undefined
}

/** The least and the greatest length of its values. */
export const lengthsOf = ({ lengths }: Identifier): Identifier['lengths'] => lengths

const byAi = /* @__PURE__ */ memoize((_: 'all'): ReadonlyMap<string, Identifier> => {
  const all = rows.flatMap(identifiersOf).toSorted((a, b) => (a.ai < b.ai ? -1 : 1))
  return new Map(all.map((identifier) => [identifier.ai, identifier]))
})

function identifiersOf(row: Row): Identifier[] {
  const [, , format, { needs = [], excludes, key, inLink = true } = {}] = row
  const components = format.split(' ').map(component)
  const shared = {
    components,
    lengths: {
      least: sumOf(components.map(({ isOptional, least }) => (isOptional ? 0 : least))),
      most: sumOf(components.map(({ most }) => most)),
    },
    needs: needs.map((list) => list.split(',').map((group) => group.split('+'))),
    excludes: listed(excludes, ','),
    qualifiers: key?.split('|').map((sequence) => listed(sequence, ',')),
    isLinkAttribute: inLink,
  }
  return members(row).map(({ ai, title }) => ({ ai, title, hasPredefinedLength: hasPredefinedLength(ai), ...shared }))
}

/** The AIs of a row with their titles. */
function members([range, title]: Row): { ai: string; title: string }[] {
  const [first, last = first] = range.split('-') as [string, string?]
  const count = Number(last) - Number(first) + 1
  return Array.from({ length: count }, (_, i) => ({
    ai: `${Number(first) + i}`.padStart(first.length, '0'),
    title: title.replace(/(?<=# )\d+$/, (number) => `${Number(number) + i}`),
  }))
}

function component(text: string): AiComponent {
  const isOptional = text.startsWith('[')
  const [, set, , dots, most, rules] = /^\[?([NXYZ])((\.\.)?(\d+))\]?((?::\w+)*)\]?$/.exec(text)!
  return {
    set: set as AiCharacterSet,
    least: dots === undefined ? Number(most) : 1,
    most: Number(most),
    isOptional,
    rules: listed(rules, ':') as RuleName[],
  }
}

/** The first two digits of the AIs of predefined length (GS1 General Specifications, figure 7.8.5-2). */
function hasPredefinedLength(ai: string): boolean {
  const first = Number(ai.slice(0, 2))
  return first <= 4 || (first >= 11 && first <= 20) || (first >= 31 && first <= 36) || first === 41
}

const sumOf = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0)

const listed = (text: string | undefined, separator: string): string[] => text?.split(separator).filter(Boolean) ?? []

interface Pairing {
  /** Of each list, one AI or group joined by `+` must be on the same item; `n` stands for any digit. */
  readonly needs?: readonly string[]
  /** AIs that must not be on the same item. */
  readonly excludes?: string
  /** For a key of GS1 Digital Link URIs: its qualifiers in their order, alternatives after `|`. */
  readonly key?: string
  /** False if it cannot be an attribute in a GS1 Digital Link URI. */
  readonly inLink?: false
}

/**
 * A range of AIs counts up a number at the end of the title too. The format is a set of characters and a length for each component
 * (N digits, X character set 82, Y character set 39, Z base64url; `X..20` is 1 to 20 characters), then the rules of its content;
 * optional components are in square brackets.
 */
type Row = readonly [ai: string, title: string, format: string, pairing?: Pairing]

const item = '01,02,03,8006,8026'
const wares = '01,02,8006,8026'
const trade = '01,02'
const logistic = '00,01'
const shipment = '00'
const gtin = '01'
const piece = '01,8006'
const amount = '30,31nn,32nn,35nn,36nn'
const recipient = '8018'
const person = '8017,8018'
const sim = '01+21+8040'

/** A measure has six AIs: the fourth digit says how many of the six digits are decimals. */
const measure = ([ai, title, needs]: readonly [ai: string, title: string, needs: string]): Row => [
  `${ai}0-${ai}5`,
  title,
  'N6',
  { needs: [needs], excludes: `${ai}n` },
]

const measures = (
  [
    ['310', 'NET WEIGHT (kg)', trade],
    ['311', 'LENGTH (m)', trade],
    ['312', 'WIDTH (m)', trade],
    ['313', 'HEIGHT (m)', trade],
    ['314', 'AREA (m²)', trade],
    ['315', 'NET VOLUME (l)', trade],
    ['316', 'NET VOLUME (m³)', trade],
    ['320', 'NET WEIGHT (lb)', trade],
    ['321', 'LENGTH (in)', trade],
    ['322', 'LENGTH (ft)', trade],
    ['323', 'LENGTH (yd)', trade],
    ['324', 'WIDTH (in)', trade],
    ['325', 'WIDTH (ft)', trade],
    ['326', 'WIDTH (yd)', trade],
    ['327', 'HEIGHT (in)', trade],
    ['328', 'HEIGHT (ft)', trade],
    ['329', 'HEIGHT (yd)', trade],
    ['330', 'GROSS WEIGHT (kg)', logistic],
    ['331', 'LENGTH (m), log', logistic],
    ['332', 'WIDTH (m), log', logistic],
    ['333', 'HEIGHT (m), log', logistic],
    ['334', 'AREA (m²), log', logistic],
    ['335', 'VOLUME (l), log', logistic],
    ['336', 'VOLUME (m³), log', logistic],
    ['337', 'KG PER m²', gtin],
    ['340', 'GROSS WEIGHT (lb)', logistic],
    ['341', 'LENGTH (in), log', logistic],
    ['342', 'LENGTH (ft), log', logistic],
    ['343', 'LENGTH (yd), log', logistic],
    ['344', 'WIDTH (in), log', logistic],
    ['345', 'WIDTH (ft), log', logistic],
    ['346', 'WIDTH (yd), log', logistic],
    ['347', 'HEIGHT (in), log', logistic],
    ['348', 'HEIGHT (ft), log', logistic],
    ['349', 'HEIGHT (yd), log', logistic],
    ['350', 'AREA (in²)', trade],
    ['351', 'AREA (ft²)', trade],
    ['352', 'AREA (yd²)', trade],
    ['353', 'AREA (in²), log', logistic],
    ['354', 'AREA (ft²), log', logistic],
    ['355', 'AREA (yd²), log', logistic],
    ['356', 'NET WEIGHT (tr oz)', trade],
    ['357', 'NET VOLUME (oz)', trade],
    ['360', 'NET VOLUME (qt (US))', trade],
    ['361', 'NET VOLUME (gal.)', trade],
    ['362', 'VOLUME (qt (US)), log', logistic],
    ['363', 'VOLUME (gal (US)), log', logistic],
    ['364', 'NET VOLUME (in³)', trade],
    ['365', 'NET VOLUME (ft³)', trade],
    ['366', 'NET VOLUME (yd³)', trade],
    ['367', 'VOLUME (in³), log', logistic],
    ['368', 'VOLUME (ft³), log', logistic],
    ['369', 'VOLUME (yd³), log', logistic],
  ] as const
).map(measure)

/** In the order of the AIs, but measures last. */
const rows: readonly Row[] = [
  ['00', 'SSCC', 'N18:csum:gcppos2', { key: '' }],
  ['01', 'GTIN', 'N14:csum:gcppos2', { excludes: '255,37', key: '22,10,21|235' }],
  ['02', 'CONTENT', 'N14:csum:gcppos2', { needs: ['37'], excludes: '01,03' }],
  ['03', 'MTO GTIN', 'N14:csum:gcppos2', { excludes: '01,02,37', inLink: false }],
  ['10', 'BATCH/LOT', 'X..20', { needs: [item] }],
  ['11', 'PROD DATE', 'N6:yymmd0', { needs: [item] }],
  ['12', 'DUE DATE', 'N6:yymmd0', { needs: ['8020'] }],
  ['13', 'PACK DATE', 'N6:yymmd0', { needs: [item] }],
  ['15', 'BEST BEFORE or BEST BY', 'N6:yymmd0', { needs: [item] }],
  ['16', 'SELL BY', 'N6:yymmd0', { needs: [item] }],
  ['17', 'USE BY or EXPIRY', 'N6:yymmd0', { needs: ['01,02,03,255,8006,8026'] }],
  ['20', 'VARIANT', 'N2', { needs: [wares] }],
  ['21', 'SERIAL', 'X..20', { needs: ['01,03,8006'], excludes: '235', inLink: false }],
  ['22', 'CPV', 'X..20', { needs: [gtin], inLink: false }],
  ['235', 'TPX', 'X..28', { needs: [gtin], inLink: false }],
  ['240', 'ADDITIONAL ID', 'X..30', { needs: [wares] }],
  ['241', 'CUST. PART No.', 'X..30', { needs: [wares] }],
  ['242', 'MTO VARIANT', 'N..6', { needs: [wares] }],
  ['243', 'PCN', 'X..20', { needs: [gtin] }],
  ['250', 'SECONDARY SERIAL', 'X..30', { needs: [piece, '21'] }],
  ['251', 'REF. TO SOURCE', 'X..30', { needs: [piece] }],
  ['253', 'GDTI', 'N13:csum:gcppos1 [X..17]', { key: '' }],
  ['254', 'GLN EXTENSION COMPONENT', 'X..20', { needs: ['414'], inLink: false }],
  ['255', 'GCN', 'N13:csum:gcppos1 [N..12]', { excludes: '01,02,415,8006,8020,8026', key: '' }],
  ['30', 'VAR. COUNT', 'N..8', { needs: [trade] }],
  ['37', 'COUNT', 'N..8', { needs: [shipment, '02,8026'] }],
  ['3900-3909', 'AMOUNT', 'N..15', { needs: ['255,8020'], excludes: '390n,391n,394n,8111' }],
  ['3910-3919', 'AMOUNT', 'N3:iso4217 N..15', { needs: ['8020'], excludes: '391n' }],
  ['3920-3929', 'PRICE', 'N..15', { needs: [gtin, amount], excludes: '392n,393n' }],
  ['3930-3939', 'PRICE', 'N3:iso4217 N..15', { needs: [amount], excludes: '393n' }],
  ['3940-3943', 'PRCNT OFF', 'N4', { needs: ['255'], excludes: '394n,8111' }],
  ['3950-3955', 'PRICE/UoM', 'N6', { needs: [amount], excludes: '392n,393n,395n,8005' }],
  ['400', 'ORDER NUMBER', 'X..30'],
  ['401', 'GINC', 'X..30:gcppos1', { key: '' }],
  ['402', 'GSIN', 'N17:csum:gcppos1', { key: '' }],
  ['403', 'ROUTE', 'X..30', { needs: [shipment] }],
  ['410', 'SHIP TO LOC', 'N13:csum:gcppos1'],
  ['411', 'BILL TO', 'N13:csum:gcppos1'],
  ['412', 'PURCHASE FROM', 'N13:csum:gcppos1'],
  ['413', 'SHIP FOR LOC', 'N13:csum:gcppos1'],
  ['414', 'LOC No.', 'N13:csum:gcppos1', { key: '254|7040' }],
  ['415', 'PAY TO', 'N13:csum:gcppos1', { needs: ['8020'], key: '8020' }],
  ['416', 'PROD/SERV LOC', 'N13:csum:gcppos1'],
  ['417', 'PARTY', 'N13:csum:gcppos1', { key: '7040' }],
  ['420', 'SHIP TO POST', 'X..20', { excludes: '421' }],
  ['421', 'SHIP TO POST', 'N3:iso3166 X..9', { excludes: '4307' }],
  ['422', 'ORIGIN', 'N3:iso3166', { needs: [wares], excludes: '426' }],
  [
    '423',
    'COUNTRY - INITIAL PROCESS',
    'N3:iso3166 [N3]:iso3166 [N3]:iso3166 [N3]:iso3166 [N3]:iso3166',
    { needs: [trade], excludes: '426' },
  ],
  ['424', 'COUNTRY - PROCESS', 'N3:iso3166', { needs: [trade], excludes: '426' }],
  [
    '425',
    'COUNTRY - DISASSEMBLY',
    'N3:iso3166 [N3]:iso3166 [N3]:iso3166 [N3]:iso3166 [N3]:iso3166',
    { needs: [trade], excludes: '426' },
  ],
  ['426', 'COUNTRY - FULL PROCESS', 'N3:iso3166', { needs: [trade] }],
  ['427', 'ORIGIN SUBDIVISION', 'X..3', { needs: [trade, '422'] }],
  ['4300', 'SHIP TO COMP', 'X..35:pcenc', { needs: [shipment] }],
  ['4301', 'SHIP TO NAME', 'X..35:pcenc', { needs: [shipment] }],
  ['4302', 'SHIP TO ADD1', 'X..70:pcenc', { needs: [shipment] }],
  ['4303', 'SHIP TO ADD2', 'X..70:pcenc', { needs: ['4302'] }],
  ['4304', 'SHIP TO SUB', 'X..70:pcenc', { needs: [shipment] }],
  ['4305', 'SHIP TO LOC', 'X..70:pcenc', { needs: [shipment] }],
  ['4306', 'SHIP TO REG', 'X..70:pcenc', { needs: [shipment] }],
  ['4307', 'SHIP TO COUNTRY', 'X2:iso3166alpha2', { needs: [shipment] }],
  ['4308', 'SHIP TO PHONE', 'X..30', { needs: [shipment] }],
  ['4309', 'SHIP TO GEO', 'N10:latitude N10:longitude', { needs: [shipment] }],
  ['4310', 'RTN TO COMP', 'X..35:pcenc', { needs: [shipment] }],
  ['4311', 'RTN TO NAME', 'X..35:pcenc', { needs: [shipment] }],
  ['4312', 'RTN TO ADD1', 'X..70:pcenc', { needs: [shipment] }],
  ['4313', 'RTN TO ADD2', 'X..70:pcenc', { needs: ['4312'] }],
  ['4314', 'RTN TO SUB', 'X..70:pcenc', { needs: [shipment] }],
  ['4315', 'RTN TO LOC', 'X..70:pcenc', { needs: [shipment] }],
  ['4316', 'RTN TO REG', 'X..70:pcenc', { needs: [shipment] }],
  ['4317', 'RTN TO COUNTRY', 'X2:iso3166alpha2', { needs: [shipment] }],
  ['4318', 'RTN TO POST', 'X..20', { needs: [shipment] }],
  ['4319', 'RTN TO PHONE', 'X..30', { needs: [shipment] }],
  ['4320', 'SRV DESCRIPTION', 'X..35:pcenc', { needs: [shipment] }],
  ['4321', 'DANGEROUS GOODS', 'N1:yesno', { needs: [shipment] }],
  ['4322', 'AUTH TO LEAVE', 'N1:yesno', { needs: [shipment] }],
  ['4323', 'SIG REQUIRED', 'N1:yesno', { needs: [shipment] }],
  ['4324', 'NOT BEF DEL DT', 'N6:yymmd0 N4:hhmi', { needs: [shipment] }],
  ['4325', 'NOT AFT DEL DT', 'N6:yymmd0 N4:hhmi', { needs: [shipment] }],
  ['4326', 'REL DATE', 'N6:yymmdd', { needs: [shipment] }],
  ['4330', 'MAX TEMP F.', 'N6 [X1]:hyphen', { needs: [shipment], excludes: '4331' }],
  ['4331', 'MAX TEMP C.', 'N6 [X1]:hyphen', { needs: [shipment], excludes: '4330' }],
  ['4332', 'MIN TEMP F.', 'N6 [X1]:hyphen', { needs: [shipment], excludes: '4333' }],
  ['4333', 'MIN TEMP C.', 'N6 [X1]:hyphen', { needs: [shipment], excludes: '4332' }],
  ['7001', 'NSN', 'N13', { needs: [wares] }],
  ['7002', 'MEAT CUT', 'X..30', { needs: [trade] }],
  ['7003', 'EXPIRY TIME', 'N6:yymmdd N4:hhmi', { needs: [trade] }],
  ['7004', 'ACTIVE POTENCY', 'N..4', { needs: ['01+10'] }],
  ['7005', 'CATCH AREA', 'X..12', { needs: [trade] }],
  ['7006', 'FIRST FREEZE DATE', 'N6:yymmdd', { needs: [trade] }],
  ['7007', 'HARVEST DATE', 'N6:yymmdd [N6]:yymmdd', { needs: [trade] }],
  ['7008', 'AQUATIC SPECIES', 'X..3', { needs: [trade] }],
  ['7009', 'FISHING GEAR TYPE', 'X..10', { needs: [trade] }],
  ['7010', 'PROD METHOD', 'X..2', { needs: [trade] }],
  ['7011', 'TEST BY DATE', 'N6:yymmdd [N4]:hhmi', { needs: [trade] }],
  ['7020', 'REFURB LOT', 'X..20', { needs: [piece, '416'] }],
  ['7021', 'FUNC STAT', 'X..20', { needs: [piece] }],
  ['7022', 'REV STAT', 'X..20', { needs: ['7021'] }],
  ['7023', 'GIAI - ASSEMBLY', 'X..30:gcppos1'],
  ['7030-7039', 'PROCESSOR # 0', 'N3:iso3166999 X..27', { needs: [trade] }],
  ['7040', 'UIC+EXT', 'N1 X1 X1 X1:importeridx', { inLink: false }],
  ['7041', 'UFRGT UNIT TYPE', 'X..4:packagetype', { needs: [shipment], inLink: false }],
  ['710', 'NHRN PZN', 'X..20', { needs: [gtin] }],
  ['711', 'NHRN CIP', 'X..20', { needs: [gtin] }],
  ['712', 'NHRN CN', 'X..20', { needs: [gtin] }],
  ['713', 'NHRN DRN', 'X..20', { needs: [gtin] }],
  ['714', 'NHRN AIM', 'X..20', { needs: [gtin] }],
  ['715', 'NHRN NDC', 'X..20', { needs: [gtin] }],
  ['716', 'NHRN AIC', 'X..20', { needs: [gtin] }],
  ['717', 'NHRN SRN', 'X..20', { needs: [gtin] }],
  ['7230-7239', 'CERT # 1', 'X2 X..28', { needs: ['01,8004'] }],
  ['7240', 'PROTOCOL', 'X..20', { needs: [piece] }],
  ['7241', 'AIDC MEDIA TYPE', 'N2:mediatype', { needs: [person] }],
  ['7242', 'VCN', 'X..25', { needs: [person] }],
  ['7250', 'DOB', 'N8:yyyymmdd', { needs: [recipient], excludes: '7251' }],
  ['7251', 'DOB TIME', 'N8:yyyymmdd N4:hhmi', { needs: [recipient], excludes: '7250' }],
  ['7252', 'BIO SEX', 'N1:iso5218', { needs: [recipient] }],
  ['7253', 'FAMILY NAME', 'X..40:pcenc', { needs: [person], excludes: '7256,7259' }],
  ['7254', 'GIVEN NAME', 'X..40:pcenc', { needs: [person], excludes: '7256,7259' }],
  ['7255', 'SUFFIX', 'X..10', { needs: [person], excludes: '7256,7259' }],
  ['7256', 'FULL NAME', 'X..90:pcenc', { needs: [person] }],
  ['7257', 'PERSON ADDR', 'X..70:pcenc', { needs: [recipient] }],
  ['7258', 'BIRTH SEQUENCE', 'X3:posinseqslash', { needs: ['8018+7259'] }],
  ['7259', 'BABY', 'X..40:pcenc', { needs: [recipient], excludes: '7256' }],
  ['8001', 'DIMENSIONS', 'N4:nonzero N5:nonzero N3:nonzero N1:winding N1', { needs: [gtin] }],
  ['8002', 'CMT No.', 'X..20'],
  ['8003', 'GRAI', 'N1:zero N13:csum:gcppos1 [X..16]', { key: '' }],
  ['8004', 'GIAI', 'X..30:gcppos1', { key: '7040' }],
  ['8005', 'PRICE PER UNIT', 'N6', { needs: [trade] }],
  ['8006', 'ITIP', 'N14:csum:gcppos2 N4:pieceoftotal', { excludes: '01,37', key: '22,10,21' }],
  ['8007', 'IBAN', 'X..34:iban', { needs: ['415'] }],
  ['8008', 'PROD TIME', 'N6:yymmdd N2:hh [N2]:mi [N2]:ss', { needs: [trade] }],
  ['8009', 'OPTSEN', 'X..50', { needs: [logistic] }],
  ['8010', 'CPID', 'Y..30:gcppos1', { key: '8011' }],
  ['8011', 'CPID SERIAL', 'N..12:nozeroprefix', { needs: ['8010'], inLink: false }],
  ['8012', 'VERSION', 'X..20', { needs: [piece] }],
  ['8013', 'GMN', 'X..25:csumalpha:gcppos1', { key: '' }],
  ['8014', 'MUDI', 'X..25:csumalpha:gcppos1:hasnondigit', { needs: [gtin], inLink: false }],
  ['8017', 'GSRN - PROVIDER', 'N18:csum:gcppos1', { excludes: '8018', key: '8019' }],
  ['8018', 'GSRN - RECIPIENT', 'N18:csum:gcppos1', { excludes: '8017', key: '8019' }],
  ['8019', 'SRIN', 'N..10', { needs: [person], inLink: false }],
  ['8020', 'REF No.', 'X..25', { needs: ['415'], inLink: false }],
  ['8026', 'ITIP CONTENT', 'N14:csum:gcppos2 N4:pieceoftotal', { needs: ['37'], excludes: '02,8006' }],
  ['8030', 'DIGSIG', 'Z..90', { needs: ['00,01+21,253,255,8003,8004,8006+21,8010+8011,8017,8018'] }],
  ['8040', 'IMEI', 'N15', { needs: ['01+21'], inLink: false }],
  ['8041', 'IMEI2', 'N15', { needs: [sim], inLink: false }],
  ['8042', 'ESIM', 'N32', { needs: [sim], inLink: false }],
  ['8043', 'PSIM', 'N18 [N..2]', { needs: [sim], inLink: false }],
  ['8110', '', 'X..70:couponcode'],
  ['8111', 'POINTS', 'N4', { needs: ['255'] }],
  ['8112', '', 'X..70:couponposoffer'],
  ['8200', 'PRODUCT URL', 'X..70', { needs: [gtin], inLink: false }],
  ['90', 'INTERNAL', 'X..30'],
  ['91-99', 'INTERNAL', 'X..90'],
  ...measures,
]
