/** A place on the earth. */

import { degrees } from '../texts.ts'
import { type Content, type ContentField, filled } from './form.ts'

type Name = 'latitude' | 'longitude'

const fields: readonly ContentField<Name>[] = [
  { name: 'latitude', isRequired: true, longest: 20 },
  { name: 'longitude', isRequired: true, longest: 20 },
]

/** WGS 84, without altitude and uncertainty (RFC 5870, 3.3). */
export const place: Content<Name> = {
  standard: 'RFC 5870',
  fields,
  write: ({ latitude, longitude }) =>
    `geo:${degrees(latitude, 90) ?? latitude},${degrees(longitude, 180) ?? longitude}`,
  read: (text) => {
    const [, latitude, longitude] = /^geo:(-?[\d.]+),(-?[\d.]+)$/i.exec(text) ?? []
    if (latitude === undefined || longitude === undefined) return undefined
    if (degrees(latitude, 90) === undefined || degrees(longitude, 180) === undefined) return undefined
    return filled(fields, { latitude, longitude })
  },
  check: ({ latitude, longitude }) => [
    ...(degrees(latitude, 90) === undefined ? [{ field: 'latitude', code: 'latitude' } as const] : []),
    ...(degrees(longitude, 180) === undefined ? [{ field: 'longitude', code: 'longitude' } as const] : []),
  ],
  caption: ({ latitude, longitude }) => `${latitude}, ${longitude}`,
}
