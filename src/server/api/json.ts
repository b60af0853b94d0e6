/** The endpoints that answer in JSON: a symbol explained, a GS1 message, and what a text says. */

import { Gs1Error, gs1Message, messageDescription, usualDomain } from '../../../symbologies/gs1/index.ts'
import { optionsIn, withoutMark } from '../../../symbologies/index.ts'
import { type Endpoint, jsonAnswer } from '../../answer.ts'
import { contentAs, contentOf, nothingRecognised } from '../../content/index.ts'
import { explainContent, explanationJson } from '../../explain/index.ts'
import { warningText } from '../../plan/warning.ts'
import { parameters } from '../../request/params.ts'
import { counted, drawn } from '../route.ts'
import { endpoint, type Operation, symbolEndpoint } from './endpoint.ts'

const hour = 3600

export const jsonOperations = (): readonly Operation[] => [
  { path: '/api/v1/explain', ...drawn, parameters: parameters.explain, endpoint: explanation() },
  { path: '/api/v1/gs1', ...counted, parameters: parameters.gs1, endpoint: gs1() },
  { path: '/api/v1/content', ...counted, parameters: parameters.content, endpoint: content() },
]

/** GET /api/v1/explain: a symbol, and the reason for each of its modules. */
export function explanation(): Endpoint {
  return symbolEndpoint(parameters.explain, (request) => {
    const { type, text, gs1, domain } = request
    const options = optionsIn(type, request)
    const body = explanationJson(explainContent(type, { text, gs1, domain }, options, new Date().getUTCFullYear()))
    return { status: 200, type: 'application/json', body, maxAge: hour, headers: [] }
  })
}

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

/** GET /api/v1/content: the kind of a text, its elements, and what is wrong with it. */
export function content(): Endpoint {
  return endpoint(parameters.content, ({ text, content: kind }) => {
    const said = kind === undefined ? contentOf(text) : contentAs(kind, text)
    return { ...jsonAnswer(said ?? nothingRecognised), maxAge: hour }
  })
}
