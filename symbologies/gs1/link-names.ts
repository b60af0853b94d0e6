/**
 * Names in letters that URIs had for AIs: `/gtin/09506000134352/lot/AB`.
 *
 * GS1 Digital Link, releases 1.0 (2018) and 1.1 (2020), "convenience alphas"; URI syntax 1.2 (2021) withdrew them, so that they are
 * read to be repaired.
 */
const numbers: { readonly [name: string]: string } = {
  ...{ gtin: '01', itip: '8006', gmn: '8013', cpid: '8010', gln: '414', payto: '415', sscc: '00' },
  ...{ gsrnp: '8017', gsrn: '8018', gcn: '255', gdti: '253', ginc: '401', gsin: '402', grai: '8003', giai: '8004' },
  ...{ cpv: '22', lot: '10', ser: '21', cpsn: '8011', glnx: '254', srin: '8019', refno: '8020', exp: '17' },
}

/** The AI of a name, in capitals or small letters; undefined if it is none. */
export const aiOfName = (name: string): string | undefined =>
  Object.hasOwn(numbers, name.toLowerCase()) ? numbers[name.toLowerCase()] : undefined
