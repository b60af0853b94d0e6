/** All contents that have a form, by name. */

import { bcbp } from './bcbp.ts'
import { contact } from './contact.ts'
import { epc } from './epc.ts'
import { event } from './event.ts'
import type { Content } from './form.ts'
import { hibc } from './hibc.ts'
import { isbt128 } from './isbt128.ts'
import { iso15434 } from './iso15434.ts'
import { link } from './link.ts'
import { mail, phone, sms } from './messages.ts'
import { place } from './place.ts'
import { provider } from './provider.ts'
import { swiss } from './swiss.ts'
import { wifi } from './wifi.ts'

export const contents = {
  ...{ link, wifi, contact, mail, phone, sms, place, event, epc, swiss },
  ...{ hibc, provider, iso15434, isbt128, bcbp },
} as const

export type ContentName = keyof typeof contents

type NamesOf<C> = C extends Content<infer Name> ? Name : never
/** The fields of all contents. */
export type FieldName = NamesOf<(typeof contents)[ContentName]>

/** A content whatever its fields are. */
export const contentNamed = (name: string): Content | undefined =>
  Object.hasOwn(contents, name) ? (contents[name as ContentName] as unknown as Content) : undefined
