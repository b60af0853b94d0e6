/** The rules of the content of values, by their names in the dictionary. */

import * as checks from './linters/check-characters.ts'
import * as coupons from './linters/coupons.ts'
import type { Linter } from './linters/flaw.ts'
import * as times from './linters/times.ts'
import * as values from './linters/values.ts'

export const linters = {
  csum: checks.csum,
  csumalpha: checks.csumalpha,
  iban: checks.iban,
  gcppos1: values.gcppos1,
  gcppos2: values.gcppos2,
  yymmdd: times.yymmdd,
  yymmd0: times.yymmd0,
  yyyymmdd: times.yyyymmdd,
  yyyymmd0: times.yyyymmd0,
  hhmi: times.hhmi,
  hh: times.hh,
  mi: times.mi,
  ss: times.ss,
  iso3166: values.iso3166,
  iso3166999: values.iso3166999,
  iso3166alpha2: values.iso3166alpha2,
  iso4217: values.iso4217,
  iso5218: values.iso5218,
  mediatype: values.mediatype,
  packagetype: values.packagetype,
  importeridx: values.importeridx,
  yesno: values.yesno,
  winding: values.winding,
  zero: values.zero,
  nonzero: values.nonzero,
  nozeroprefix: values.nozeroprefix,
  hasnondigit: values.hasnondigit,
  hyphen: values.hyphen,
  pieceoftotal: values.pieceoftotal,
  posinseqslash: values.posinseqslash,
  pcenc: values.pcenc,
  latitude: values.latitude,
  longitude: values.longitude,
  couponcode: coupons.couponcode,
  couponposoffer: coupons.couponposoffer,
} as const satisfies { readonly [rule: string]: Linter }

/** The dictionary's name of a rule. */
export type RuleName = keyof typeof linters
