/** Every rule of the dictionary by itself: values at the edges of what it accepts, and where it finds a flaw. */

import t from 'tap'
import { countryCodes, currencyCodes, packageTypes } from '../../../symbologies/gs1/code-lists.ts'
import { linters, type RuleName } from '../../../symbologies/gs1/linters.ts'

interface Edges {
  readonly right: readonly string[]
  /** With the first and the last character of the flaw, counted from 0. */
  readonly wrong: readonly (readonly [value: string, from: number, to: number])[]
}

const day = (year: string, least: '00' | '01'): Edges => {
  const at = year.length
  const zero = `${year}1200`
  return {
    right: [`${year}0131`, `${year}0229`, `${year}1231`, ...(least === '00' ? [zero] : [])],
    wrong: [
      [`${year}0001`, at, at + 1],
      [`${year}1301`, at, at + 1],
      [`${year}0230`, at + 2, at + 3],
      [`${year}0431`, at + 2, at + 3],
      [`${year}0132`, at + 2, at + 3],
      ...(least === '01' ? ([[zero, at + 2, at + 3]] as const) : []),
    ],
  }
}

/** Company prefix, offer code, save value, purchase requirement with its code and family code. */
const coupon = ['0123456', '123456', '15', '12', '0', '123'].join('')
/** Format, funder, offer code, serial number. */
const offer = ['0', '0123456', '123456', '0123456'].join('')

// biome-ignore format: a row a rule
const edges: { readonly [R in RuleName]: Edges } = {
  csum: { right: ['09506000134352', '00000000000000'], wrong: [['09506000134353', 13, 13]] },
  // GS1 General Specifications, 7.9.5: the example of the check character pair
  csumalpha: { right: ['1987654Ad4X4bL5ttr2310c2K'], wrong: [['1987654Ad4X4bL5ttr2310c2L', 23, 24], ['1987654Ad4X4bL5ttr2301c2K', 23, 24], ['2K', 0, 1]] },
  iban: { right: ['GB82WEST12345698765432', 'DE89370400440532013000'], wrong: [['GB83WEST12345698765432', 2, 3], ['XX82WEST12345698765432', 0, 1], ['gB82WEST12345698765432', 0, 0], ['GB82', 0, 3]] },
  gcppos1: { right: ['9506000', '0000'], wrong: [['950A', 0, 3], ['950', 0, 2]] },
  gcppos2: { right: ['39506000', 'X0000'], wrong: [['3950A', 0, 4], ['3950', 0, 3]] },
  yymmdd: day('24', '01'),
  yymmd0: day('24', '00'),
  yyyymmdd: day('2024', '01'),
  yyyymmd0: day('2024', '00'),
  hhmi: { right: ['0000', '2359'], wrong: [['2400', 0, 1], ['0060', 2, 3]] },
  hh: { right: ['00', '23'], wrong: [['24', 0, 1]] },
  mi: { right: ['00', '59'], wrong: [['60', 0, 1]] },
  ss: { right: ['00', '59'], wrong: [['60', 0, 1]] },
  iso3166: { right: ['276', '004'], wrong: [['999', 0, 2], ['000', 0, 2]] },
  iso3166999: { right: ['276', '999'], wrong: [['998', 0, 2]] },
  iso3166alpha2: { right: ['DE', 'GB'], wrong: [['UK', 0, 1], ['de', 0, 1]] },
  // withdrawn from list one: the kuna, the leone of 1964, the convertible peso, Zimbabwe's dollar and the lev
  iso4217: { right: ['978', '008', '396', '532', '924', '925', '926'], wrong: [['000', 0, 2], ['276', 0, 2], ['191', 0, 2], ['694', 0, 2], ['931', 0, 2], ['932', 0, 2], ['975', 0, 2]] },
  iso5218: { right: ['0', '1', '2', '9'], wrong: [['3', 0, 0], ['8', 0, 0]] },
  mediatype: { right: ['01', '10', '80', '99'], wrong: [['00', 0, 1], ['11', 0, 1], ['79', 0, 1]] },
  packagetype: { right: ['BX', '8', '200', 'AT', 'APE'], wrong: [['bx', 0, 1], ['ZZZ', 0, 2]] },
  importeridx: { right: ['A', 'z', '0', '-', '_'], wrong: [['/', 0, 0], ['+', 0, 0]] },
  yesno: { right: ['0', '1'], wrong: [['2', 0, 0]] },
  winding: { right: ['0', '1', '9'], wrong: [['2', 0, 0], ['8', 0, 0]] },
  zero: { right: ['0', '0000'], wrong: [['1', 0, 0], ['0010', 0, 3]] },
  nonzero: { right: ['1', '0010'], wrong: [['0', 0, 0], ['0000', 0, 3]] },
  nozeroprefix: { right: ['0', '10', '9'], wrong: [['00', 0, 1], ['01', 0, 1]] },
  hasnondigit: { right: ['123A', '-'], wrong: [['1234', 0, 3]] },
  hyphen: { right: ['-', '--'], wrong: [['+', 0, 0]] },
  pieceoftotal: { right: ['0101', '0102', '9999'], wrong: [['0001', 0, 3], ['0100', 0, 3], ['0201', 0, 3]] },
  posinseqslash: { right: ['1/1', '1/3', '9/10'], wrong: [['2/1', 0, 2], ['0/1', 0, 2], ['1/01', 0, 3], ['10/9', 0, 3], ['1-3', 0, 2]] },
  pcenc: { right: ['', 'A+b', '%41%7e'], wrong: [['A%', 1, 1], ['A%4', 1, 1], ['%41%zz', 3, 3]] },
  latitude: { right: ['0000000000', '1800000000'], wrong: [['1800000001', 0, 9]] },
  longitude: { right: ['0000000000', '3600000000'], wrong: [['3600000001', 0, 9]] },
  couponcode: {
    right: [coupon, `${coupon}3261231`, `${coupon}32612314261201`, `${coupon}90010`],
    wrong: [['7'.padEnd(21, '0'), 0, 0], [coupon.slice(0, 20), 18, 19], [`${coupon}7`, 21, 21], [`${coupon}3261331`, 24, 25], [`${coupon}32601314260201`, 0, 34], [`${coupon}42602013261231`, 28, 28], [`A${coupon}`, 0, 0]],
  },
  couponposoffer: { right: [offer, `1${offer.slice(1)}`], wrong: [[`2${offer.slice(1)}`, 0, 0], [`${offer}12`, 21, 22], [offer.slice(0, 20), 14, 19], ['0', 0, 0]] },
}

for (const [rule, { right, wrong }] of Object.entries(edges) as [RuleName, Edges][]) {
  t.test(rule, async (t) => {
    for (const value of right) t.equal(linters[rule](value), undefined, value)
    for (const [value, from, to] of wrong) t.match(linters[rule](value), { from, to, message: /\w/ }, value)
  })
}

t.test('the lists of codes are as long as their registers', async (t) => {
  t.equal(countryCodes.numbers.size, 249, 'ISO 3166-1')
  t.equal(countryCodes.letters.size, 249, 'ISO 3166-1')
  t.equal(currencyCodes.size, 178, 'ISO 4217, list one')
  t.equal(packageTypes.size, 431, 'PackageTypeCode')
})
