/**
 * What is wrong with a request, in English: a sentence for each code of the API, and what GS1's rules ask for. The API's own messages
 * are for programmers; these say what a person sees on the page, and name nothing that it does not show.
 */

import type { Gs1Rule } from '../../../../symbologies/gs1/index.ts'
import type { ErrorCode } from '../../../answer.ts'

/** What a sentence says besides its code. */
export interface FaultValues {
  /** What the form calls the parameter; undefined if it has no field on the page. */
  readonly field: string | undefined
  /** What was given for it, in a short form; empty if nothing was. */
  readonly given: string
  /** Unicode characters of what was given. */
  readonly count: number
  /** The value that would do, if it is known. */
  readonly instead: string | undefined
  /** The least and the greatest number of a field of numbers. */
  readonly range: readonly [least: string, most: string] | undefined
  /** The symbology, and the texts that it accepts, as a sentence; empty if that is not known. */
  readonly barcode: string
  readonly accepts: string
  /** The part of the text that is at fault, in a short form, and its first character counted from 1. */
  readonly part: string
  readonly position: number | undefined
  /** The first escape that is not known, of a text with escapes. */
  readonly wrongEscape: string | undefined
  /** Of a GS1 message: the AI in brackets, empty if there is none, and what its rule asks for. */
  readonly ai: string
  /** The first and the last AI, in brackets, of a measure without its number of decimals. */
  readonly measure: readonly [first: string, last: string] | undefined
  readonly rule: Gs1Rule | undefined
  /** What a key that may do this is allowed, as the page /setup calls it; empty if that is not known. */
  readonly scopes: readonly string[]
}

export interface FaultWords {
  readonly codes: { readonly [Code in ErrorCode]: (values: FaultValues) => string }
  /** What a rule of GS1 says of a value; goes on after the AI and a colon. */
  readonly rules: { readonly [Rule in Gs1Rule]: string }
  /** Of a design on other labels than it is for: the size of each, such as 57 × 32 mm, and where the others are. */
  readonly otherLabels: (design: string, stock: string, where: 'printer' | 'sheet') => string
}

const unreadable = () => 'The service does not take this request.'
const date = 'this is not a date'
const time = 'this is not a time'
const country = 'this country does not exist'

export const faults: FaultWords = {
  otherLabels: (design, stock, where) =>
    `The design is for labels of ${design}, and those of this ${where} are ${stock}. Choose another ${where}, or change the size of the design.`,
  codes: {
    invalid_encoding: () => 'These bytes are not text. Save the file as CSV UTF-8.',
    duplicate_parameter: ({ field }) =>
      field === undefined ? 'Something is there twice.' : `${field} is there twice.`,
    missing_parameter: ({ field }) => (field === undefined ? 'Something is missing.' : `${field} is missing.`),
    invalid_parameter: ({ field, given, range, wrongEscape }) => {
      if (wrongEscape !== undefined)
        return `“${wrongEscape}” is not an escape: \\t, \\r, \\n, \\\\, \\xHH and \\u{H} are.`
      if (range !== undefined) return `A number from ${range[0]} to ${range[1]}.`
      const what = given === '' ? 'This' : `“${given}”`
      return field === undefined
        ? `${what} is not possible here.`
        : `${what} is not possible here, or not with what else is chosen.`
    },
    bad_request: () => 'This cannot be read. Is there a quotation mark too many, or one too few?',
    invalid_design: () => 'The design has mistakes.',
    key_required: ({ scopes }) =>
      scopes.length === 0
        ? 'This takes a key.'
        : `This takes a key that may ${scopes.map((scope) => `“${scope}”`).join(' and ')}.`,
    key_expired: () => 'This key has expired. Please enter another, or ask for a new one.',
    key_unknown: () => 'This key is not known here. Please enter it again, or ask for a new one.',
    print_not_allowed: () => 'This page is not allowed to print there.',
    not_allowed: ({ scopes }) =>
      scopes.length === 0
        ? 'This key may not do this.'
        : `This key may not do this. It takes one that may ${scopes.map((scope) => `“${scope}”`).join(' and ')}.`,
    not_found: unreadable,
    printer_unknown: () => 'This printer is not there any more. Please load the page again.',
    design_unknown: () => 'This design is not there any more. Please load the page again.',
    job_unknown: () => 'This job is not known here any more.',
    no_state: () => 'This service keeps no jobs.',
    method_not_allowed: unreadable,
    request_timeout: () => 'The connection was too slow. Please try again.',
    job_state: () => 'This is not possible for this job now. It has gone on meanwhile.',
    job_cancelled: () => 'This job was cancelled.',
    body_too_large: () => 'This is too much for one request. Please take fewer rows.',
    unsupported_media_type: () => 'This file is not a table. Save it as CSV UTF-8.',
    expectation_failed: unreadable,
    wrong_host: () => 'The service is not called by this name. Please ask whoever runs it for its address.',
    invalid_character: ({ barcode, accepts, part, position }) =>
      position === undefined
        ? `${barcode} does not take one of these characters. ${accepts}`.trim()
        : `${barcode} does not take “${part}” at position ${position}. ${accepts}`.trim(),
    invalid_length: ({ barcode, accepts, count }) =>
      `${count === 1 ? '1 character is' : `${count} characters are`} not what ${barcode} takes. ${accepts}`.trim(),
    bad_check_digit: ({ instead, part }) =>
      instead === undefined
        ? 'The check digit is wrong.'
        : `The last digit, ${part}, does not match the others; it would have to be ${instead.slice(-1)}.`,
    data_too_long: ({ barcode, accepts }) => `This is too long for ${barcode}. ${accepts}`.trim(),
    does_not_fit: () => 'This is too large to fit.',
    invalid_document: () =>
      'The file becomes no labels: it is not a PDF, PNG or JPEG, or it is damaged, protected or too large.',
    not_conforming: () => 'This may not scan.',
    not_served: () => 'This service does not draw that.',
    too_many_labels: () => 'These are more labels than one document takes.',
    invalid_rows: () => 'Some rows cannot be drawn.',
    missing_field: ({ field }) => (field === undefined ? 'A field of the design is missing.' : `${field} is missing.`),
    invalid_field: ({ given }) => `${given === '' ? 'This' : `“${given}”`} is not what the design wants here.`,
    no_counter: () => 'The design counts its labels, and this service keeps no counters.',
    printers_fixed: () => 'The printers of this service are in a file that it does not change.',
    printer_changed: () => 'Somebody has changed the printer meanwhile: please open it again before you save it.',
    setup_changed: () => 'Somebody has changed the setup meanwhile: please choose the file again.',
    own_address: () => 'This is the address of this service itself, not of a printer.',
    keys_fixed: () => 'The keys of this service are in a file that it does not change.',
    designs_fixed: () => 'The designs of this service are files that it shows and does not change.',
    design_changed: () => 'Somebody has changed the design meanwhile: please open it again before you save it.',
    counter_used: () => 'The counter never goes back: please give a later number to begin with.',
    counter_overlaps: () =>
      'Another counter could give the same: please give each numbers of its own, with a beginning and a limit.',
    counter_unknown: () =>
      'There is no such counter here. Please make it, or write two braces for the text itself: {{serial:name}}.',
    counter_exhausted: () => 'The counter has reached its limit: please set it anew.',
    key_used: () => 'Something else was printed under this number meanwhile. Please print again.',
    gs1_syntax: ({ part, position, rule }) => {
      if (rule === 'name' || rule === 'compressed') return `“${part}” ${faults.rules[rule]}.`
      return position === undefined || position === 1
        ? 'This is not a GS1 message: each value stands behind its AI in brackets, such as (01)09506000134352.'
        : `“${part}” at position ${position} is not part of a GS1 message: each value stands behind its AI in brackets.`
    },
    gs1_unknown_ai: ({ ai, part, measure }) =>
      measure === undefined
        ? `GS1 has no application identifier ${ai === '' ? `“${part}”` : ai}.`
        : `${ai} lacks its fourth digit, the number of decimals: ${measure[0]} to ${measure[1]}.`,
    gs1_invalid_value: ({ ai, rule }) => `${ai}: ${rule === undefined ? 'this value is wrong' : faults.rules[rule]}.`,
    gs1_missing_ai: ({ ai }) =>
      ai === '' ? 'Another element is missing.' : `${ai} needs another element in the same message.`,
    gs1_excluded_ai: ({ ai, rule }) => `${ai} ${rule === 'repeat' ? faults.rules.repeat : faults.rules.ex}.`,
    gs1_carrier: ({ barcode }) => `${barcode} does not carry this message.`,
    rate_limited: () => 'There were many requests at once.',
    uri_too_long: () => 'This is too long for one request.',
    verification_failed: () =>
      'What was drawn was not what was asked for, so nothing left. Please tell whoever runs the service.',
    internal_error: () => 'The service has made a mistake. Please tell who runs it.',
    printer_unreachable: () => 'The printer cannot be reached.',
    printer_refused: () => 'The printer did not take the job.',
    overloaded: () => 'The service is busy.',
    state_full: () => 'The service has no room for more jobs. Please tell whoever runs it.',
    state_failed: () => 'The service cannot keep jobs now. Please tell whoever runs it, and look what was printed.',
    printer_timeout: () => 'The printer does not answer.',
  },
  rules: {
    csum: 'the check digit is wrong',
    csumalpha: 'the two check characters at the end are wrong',
    iban: 'this IBAN is wrong',
    gcppos1: 'it does not begin with a GS1 Company Prefix',
    gcppos2: 'it has no GS1 Company Prefix behind its first digit',
    yymmdd: date,
    yymmd0: date,
    yyyymmdd: date,
    yyyymmd0: date,
    hhmi: time,
    hh: 'hours go from 00 to 23',
    mi: 'minutes go from 00 to 59',
    ss: 'seconds go from 00 to 59',
    iso3166: country,
    iso3166999: country,
    iso3166alpha2: country,
    iso4217: 'this currency does not exist',
    iso5218: 'only 0, 1, 2 or 9 is possible',
    mediatype: 'only 01 to 10 and 80 to 99 are possible',
    packagetype: 'this kind of package does not exist',
    importeridx: 'only a letter, a digit, - or _ is possible',
    yesno: 'only 0 (no) or 1 (yes) is possible',
    winding: 'only 0, 1 or 9 is possible',
    zero: 'only 0 is possible here',
    nonzero: 'it must be more than 0',
    nozeroprefix: 'zeros before the number do not belong here',
    hasnondigit: 'it needs one character at least that is not a digit',
    hyphen: 'only a hyphen is possible here',
    pieceoftotal: 'the number of the piece goes from 1 to the total',
    posinseqslash: 'place and total stand as in 2/5',
    pcenc: 'a % stands before two digits 0 to 9 or A to F',
    latitude: 'this latitude does not exist',
    longitude: 'this longitude does not exist',
    couponcode: 'this coupon code is not put together right',
    couponposoffer: 'this coupon code is not put together right',
    csetnumeric: 'only digits are possible',
    cset82: 'only letters of ASCII, digits and some signs are possible, without blanks',
    cset39: 'only capital letters, digits and # - / are possible',
    cset64: 'only letters, digits, - and _ are possible',
    length: 'it is too short or too long',
    req: 'another element is missing',
    ex: 'does not go with another element of the message',
    repeat: 'is there more than once, with different values',
    name: 'names an AI by letters, as URIs did before 2021; digits are accepted',
    compressed: 'has no AI before it: compressed links are not read',
  },
}
