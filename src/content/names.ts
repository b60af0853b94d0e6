/** The kinds of content by name, those that are recognised with most certainty first. */
export const contentNames = [
  ...(['iso15434', 'epc', 'swiss', 'vcard', 'event', 'mecard', 'wifi', 'bcbp', 'gs1'] as const),
  ...(['mail', 'phone', 'sms', 'place', 'url', 'hibc', 'isbt128', 'isbn', 'gtin'] as const),
] as const

export type ContentKind = (typeof contentNames)[number]

/** What people call them. */
export const contentTitles: { readonly [kind in ContentKind]: string } = {
  iso15434: 'ISO/IEC 15434 message',
  epc: 'EPC QR code',
  swiss: 'Swiss QR bill',
  vcard: 'vCard',
  event: 'Event',
  mecard: 'MECARD',
  wifi: 'WiFi network',
  bcbp: 'Boarding pass',
  gs1: 'GS1 message',
  mail: 'E-mail',
  phone: 'Telephone number',
  sms: 'Text message',
  place: 'Place',
  url: 'Web address',
  hibc: 'Health Industry Bar Code',
  isbt128: 'ISBT 128 data structure',
  isbn: 'ISBN',
  gtin: 'GTIN',
}
