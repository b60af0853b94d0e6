/** The kinds of content by name, those that are recognised with most certainty first. */
export const contentNames = [
  ...(['iso15434', 'epc', 'swiss', 'vcard', 'event', 'mecard', 'wifi', 'bcbp', 'gs1'] as const),
  ...(['mail', 'phone', 'sms', 'place', 'url', 'hibc', 'isbt128', 'isbn', 'gtin'] as const),
] as const

export type ContentKind = (typeof contentNames)[number]
