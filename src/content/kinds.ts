/** Every kind of content: what it follows, how it is recognised, and its reader. */

import { dictionaryRelease } from '../../symbologies/gs1/index.ts'
import {
  isMail,
  isPhone,
  isPlace,
  isSms,
  isUrl,
  readMail,
  readPhone,
  readPlace,
  readSms,
  readUrl,
} from './addresses.ts'
import { isBcbp, readBcbp } from './bcbp.ts'
import { isEvent, isMecard, isVcard, readEvent, readMecard, readVcard } from './contacts.ts'
import { isEpc, readEpc } from './epc.ts'
import { isGs1, readGs1 } from './gs1.ts'
import { isHibc, readHibc } from './hibc.ts'
import { isIsbt, readIsbt } from './isbt128.ts'
import { isIso15434, readIso15434 } from './iso15434.ts'
import { type ContentKind, contentTitles } from './names.ts'
import { isGtin, isIsbn, readGtin, readIsbn } from './numbers.ts'
import type { Reading } from './reading.ts'
import { isSwiss, readSwiss } from './swiss.ts'
import { isWifi, readWifi } from './wifi.ts'

export interface KindOfContent {
  readonly title: string
  /** The standard and its edition. */
  readonly standard: string
  /** Whether a text is surely meant as one. */
  readonly isMeant: (text: string) => boolean
  /** What breaking the standard is: `fault` where the systems that it is for refuse the text, `note` where devices read it as they can. */
  readonly breach: 'fault' | 'note'
  readonly read: (text: string) => Reading
}

export const kindsOfContent: { readonly [kind in ContentKind]: KindOfContent } = {
  iso15434: {
    title: contentTitles.iso15434,
    standard: 'ISO/IEC 15434:2019; ANS MH10.8.2-2016, 27 August 2020',
    ...{ isMeant: isIso15434, read: readIso15434, breach: 'fault' },
  },
  epc: { title: contentTitles.epc, standard: 'EPC069-12, version 2.1', isMeant: isEpc, read: readEpc, breach: 'fault' },
  swiss: {
    title: contentTitles.swiss,
    standard: 'SIX, QR-bill 2.3',
    isMeant: isSwiss,
    read: readSwiss,
    breach: 'fault',
  },
  vcard: {
    title: contentTitles.vcard,
    standard: 'RFC 2426, RFC 6350',
    isMeant: isVcard,
    read: readVcard,
    breach: 'note',
  },
  event: { title: contentTitles.event, standard: 'RFC 5545', isMeant: isEvent, read: readEvent, breach: 'note' },
  mecard: { title: contentTitles.mecard, standard: 'NTT DOCOMO', isMeant: isMecard, read: readMecard, breach: 'note' },
  wifi: {
    title: contentTitles.wifi,
    standard: 'WPA3 Specification 3.4, 7.1',
    isMeant: isWifi,
    read: readWifi,
    breach: 'note',
  },
  bcbp: {
    title: contentTitles.bcbp,
    standard: 'IATA Resolution 792, version 8',
    isMeant: isBcbp,
    read: readBcbp,
    breach: 'fault',
  },
  gs1: {
    title: contentTitles.gs1,
    standard: `GS1 General Specifications; Barcode Syntax Dictionary ${dictionaryRelease}`,
    isMeant: isGs1,
    read: readGs1,
    breach: 'fault',
  },
  mail: { title: contentTitles.mail, standard: 'RFC 6068', isMeant: isMail, read: readMail, breach: 'note' },
  phone: { title: contentTitles.phone, standard: 'RFC 3966', isMeant: isPhone, read: readPhone, breach: 'note' },
  sms: { title: contentTitles.sms, standard: 'RFC 5724', isMeant: isSms, read: readSms, breach: 'note' },
  place: { title: contentTitles.place, standard: 'RFC 5870', isMeant: isPlace, read: readPlace, breach: 'note' },
  url: { title: contentTitles.url, standard: 'RFC 3986', isMeant: isUrl, read: readUrl, breach: 'note' },
  hibc: {
    title: contentTitles.hibc,
    standard: 'ANSI/HIBC 2.6-2016, ANSI/HIBC 1.3-2010',
    ...{ isMeant: isHibc, read: readHibc, breach: 'fault' },
  },
  isbt128: {
    title: contentTitles.isbt128,
    standard: 'ICCBBA ST-001, version 6.2.2',
    ...{ isMeant: isIsbt, read: readIsbt, breach: 'fault' },
  },
  isbn: { title: contentTitles.isbn, standard: 'ISO 2108:2017', isMeant: isIsbn, read: readIsbn, breach: 'note' },
  gtin: {
    title: contentTitles.gtin,
    standard: 'GS1 General Specifications',
    isMeant: isGtin,
    read: readGtin,
    breach: 'note',
  },
}
