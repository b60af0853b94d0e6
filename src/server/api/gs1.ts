import { Gs1Error, gs1Message, messageDescription, usualDomain } from '../../../symbologies/gs1/index.ts'
import { withoutMark } from '../../../symbologies/index.ts'
import { type Endpoint, jsonAnswer } from '../../answer.ts'
import { warningText } from '../../plan/warning.ts'
import { parameters } from '../../request/params.ts'
import { endpoint } from './endpoint.ts'

const hour = 3600

/** GET /api/v1/gs1: the elements of a GS1 message, what they mean, and its forms. */
export function gs1(): Endpoint {
  return endpoint(parameters.gs1, ({ text: given, domain = usualDomain }) => {
    const { text, doubts } = withoutMark(given)
    const { elements, faults } = gs1Message(text)
    if (faults.length > 0) throw new Gs1Error(faults)
    const headers = doubts.flatMap((doubt) => ['Quietzone-Warning', warningText({ parameter: 'text', ...doubt })])
    return {
      ...jsonAnswer(messageDescription(elements, { domain, thisYear: new Date().getUTCFullYear() })),
      maxAge: hour,
      headers,
    }
  })
}
