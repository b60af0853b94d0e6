import { Gs1Error, gs1Message, messageDescription, usualDomain } from '../../symbologies/gs1/index.ts'
import { type Endpoint, jsonAnswer } from '../answer.ts'
import { endpoint } from './endpoint.ts'
import { parameters } from './params.ts'
import { thisYear } from './this-year.ts'

const hour = 3600

/** GET /api/v1/gs1: the elements of a GS1 message, what they mean, and its forms. */
export function gs1(): Endpoint {
  return endpoint(parameters.gs1, ({ text, domain = usualDomain }) => {
    const { elements, faults } = gs1Message(text)
    if (faults.length > 0) throw new Gs1Error(faults)
    return { ...jsonAnswer(messageDescription(elements, { domain, thisYear: thisYear() })), maxAge: hour }
  })
}
