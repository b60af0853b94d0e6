/** A link: its address as it is. */

import { isAddress } from '../texts.ts'
import { type Content, type ContentField, filled } from './form.ts'

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
