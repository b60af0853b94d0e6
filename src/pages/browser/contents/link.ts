/** A link: its address as it is. */

import { type Content, type ContentField, filled } from './content.ts'

type Name = 'address'

const fields: readonly ContentField<Name>[] = [{ name: 'address', isRequired: true, longest: 2000 }]

export const link: Content<Name> = {
  standard: 'RFC 3986',
  fields,
  write: ({ address }) => withScheme(address.trim()),
  read: (text) => (isAddress(text) ? filled(fields, { address: text }) : undefined),
  check: ({ address }) => (isAddress(withScheme(address.trim())) ? [] : [{ field: 'address', code: 'address' }]),
  caption: () => '',
}

/** People leave the scheme out. */
const withScheme = (address: string): string =>
  /^[a-z][a-z0-9+.-]*:\/\//i.test(address) || address === '' ? address : `https://${address}`

/** Whether this is an address of the web, without what has to be percent-encoded. */
function isAddress(text: string): boolean {
  return /^https?:\/\/[^\s/?#"<>\\^`{|}]+\.?[^\s"<>\\^`{|}]*$/i.test(text) && URL.canParse(text)
}
