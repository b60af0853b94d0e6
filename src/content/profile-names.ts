/** The published labels whose rules a label may be held to. */

export const profileNames = ['gs1-logistic', 'gs1-2027', 'udi', 'gtl', 'hibc'] as const
export type ProfileName = (typeof profileNames)[number]

export const profileTitles: { readonly [Name in ProfileName]: string } = {
  'gs1-logistic': 'GS1 logistic label',
  'gs1-2027': 'Retail, EAN and 2D',
  udi: 'Medical device, UDI',
  gtl: 'Automotive, VDA 4994',
  hibc: 'HIBC supplier label',
}
