import { codePoints, isHost, quoted } from '../../symbologies/facts.ts'
import { Refusal } from './form-faults.ts'
import { type Inapplicable, longestOf, longestShort, type Parameter } from './parameter.ts'
import { didYouMean, normalForm, proposedNumber, proposedWord } from './proposals.ts'
import { flagSpellings } from './spellings.ts'

/** From the text given for a parameter to its value, or to the reason why the text is refused. */
export type ValueCheck = (given: string | undefined) => string | number | boolean | undefined | Refusal

/** The check for the values of `parameter`. */
export function checkOf(parameter: Parameter | Inapplicable): ValueCheck {
  const check = formCheckOf(parameter)
  if (parameter.kind === 'none') return check
  const longest = longestOf(parameter)
  return (given) =>
    given === undefined || given.length <= longest ? check(given) : (tooLong(given, longest) ?? check(given))
}

/** The refusal of a value with more characters than are accepted. @param longest  in Unicode code points */
function tooLong(given: string, longest: number): Refusal | undefined {
  const points = codePoints(given)
  if (points <= longest) return undefined
  return new Refusal('invalid_parameter', `${points} characters; at most ${longest} are accepted`)
}

/** The check for values that are not too long. */
function formCheckOf(parameter: Parameter | Inapplicable): ValueCheck {
  switch (parameter.kind) {
    case 'text': {
      const otherwise = parameter.optional ? undefined : absent
      return (given) => given || otherwise
    }
    case 'word':
      return wordCheck(parameter)
    case 'flag':
      return (given) => (given === undefined ? parameter.default : (flags.get(given) ?? notAFlag(given)))
    case 'domain': {
      const { longest } = parameter
      return (given) => (given === undefined || isDomain(given) ? given : notADomain(given, longest))
    }
    case 'form': {
      const { pattern, form, read = (given) => given } = parameter
      return (given) => {
        if (given === undefined) return parameter.optional ? undefined : absent
        if (given === '' && !parameter.optional) return absent
        if (!pattern.test(given)) return wrong(given, form, undefined)
        const value = read(given)
        return typeof value === 'string' ? value : wrong(given, value.fault, value.proposal)
      }
    }
    case 'integer':
    case 'number':
      return numberCheck(parameter)
    case 'none': {
      const refusal = new Refusal('invalid_parameter', `does not apply to ${parameter.because}`)
      return (given) => (given === undefined ? undefined : refusal)
    }
  }
}

const absent = new Refusal('missing_parameter', 'required, and absent or empty')
const flags = new Map([
  ['true', true],
  ['false', false],
])

function notAFlag(given: string): Refusal {
  return wrong(given, 'true or false', proposedWord(given, [...flags.keys()], flagSpellings))
}

/** A host with its scheme, and with a port up to 65535 and a path if it has them (RFC 3986, 3). */
const domainForm = /^https?:\/\/(\[[^[\]]*\]|[^:/?#@[\]]+)(?::([1-9]\d{0,4}))?(?:\/[\w.~-]+)*$/i

function isDomain(given: string): boolean {
  const [, host, port = ''] = domainForm.exec(given) ?? []
  return host !== undefined && isHost(host) && Number(port) <= 65535
}

function notADomain(given: string, longest: number): Refusal {
  const proposal = proposedDomain(given)
  const isShort = proposal !== undefined && proposal.length <= longest
  return wrong(
    given,
    'a domain such as https://example.com, without a slash at its end',
    isShort ? proposal : undefined,
  )
}

/** The domain without what does not belong to it, or with its scheme. */
function proposedDomain(given: string): string | undefined {
  const proposal = `${/^https?:\/\//i.test(given) ? '' : 'https://'}${given}`.replace(/(?<![/?#])[/?#]+$/, '')
  return isDomain(proposal) ? proposal : undefined
}

/** @param proposal  what was probably meant */
function wrong(given: string, accepted: string, proposal: string | undefined): Refusal {
  return new Refusal('invalid_parameter', `${quoted(given)} is not ${accepted}${didYouMean(proposal)}`, proposal)
}

function wordCheck({
  words,
  form,
  default: otherwise,
  optional,
  spellings,
  meanings,
}: Parameter & { readonly kind: 'word' }): ValueCheck {
  const known = new Set(words)
  // a proposal is accepted as it is
  const proposable = [
    ...words,
    ...(form?.names.map(({ value }) => value).filter((name) => form.read(name) !== undefined) ?? []),
  ]
  const accepted = `one of ${words.join(', ')}${form === undefined ? '' : `, or ${form.title}`}`
  return (given) => {
    if (given === undefined) return optional ? undefined : (otherwise ?? absent)
    if (known.has(given)) return given
    const free = form?.read(given)
    if (free !== undefined) return free
    if (given === '' && otherwise === undefined && !optional) return absent
    const { advice = '', suggestion } = meanings?.(normalForm(given.slice(0, longestShort)), words) ?? {}
    if (suggestion === undefined && advice === '') {
      return wrong(
        given,
        accepted,
        proposedWord(given, proposable, spellings, (word) => form?.read(word) !== undefined),
      )
    }
    return new Refusal('invalid_parameter', `${quoted(given)} is not ${accepted}${advice}`, suggestion)
  }
}

const whole = /^[0-9]+$/
const decimal = /^[0-9]+(\.[0-9]+)?$/

function numberCheck({
  kind,
  least,
  most,
  default: otherwise,
  unit,
  isClamped,
}: Parameter & { readonly kind: 'integer' | 'number' }): ValueCheck {
  const form = kind === 'integer' ? whole : decimal
  const accepted = `a ${kind === 'integer' ? 'whole' : 'plain decimal'} number from ${least} to ${most}`
  const numberIn = (text: string): number | undefined => {
    const value = form.test(text) ? Number(text) : Number.NaN
    return value >= least && value <= most ? value : undefined
  }
  return (given) => {
    if (given === undefined) return otherwise
    const value = numberIn(given)
    if (value !== undefined) return value
    const proposal = proposedNumber(given, unit)
    if (proposal !== undefined && numberIn(proposal) !== undefined) return wrong(given, accepted, proposal)
    const { code, message } = wrong(given, accepted, undefined)
    const nearest = Number(proposal) < least ? least : most
    return new Refusal(code, message, isClamped && proposal !== undefined ? String(nearest) : undefined)
  }
}
