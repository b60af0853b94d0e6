import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Answer } from '../../answer.ts'
import { parameters } from '../../request/params.ts'
import { root } from '../../root.ts'
import { counted } from '../route.ts'
import { endpoint, type Operation } from './endpoint.ts'

const hour = 3600

/** GET /api/v1/openapi.json: the description of this API, exactly the bytes of the file. */
export function descriptionOperation(): Operation {
  const body = readFileSync(join(root, 'src/server/api/openapi.json'))
  const answer: Answer = { status: 200, type: 'application/json', body, maxAge: hour, headers: [] }
  return {
    path: '/api/v1/openapi.json',
    ...counted,
    parameters: parameters.description,
    endpoint: endpoint(parameters.description, () => answer),
  }
}
