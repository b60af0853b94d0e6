import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../root.ts'
import type { Endpoint } from './images.ts'

const hour = 3600

/** GET /api/v1/openapi.json: the description of this API, as it stands in the file of that name. */
export function description(): Endpoint {
  const body = readFileSync(join(root, 'src/api/openapi.json'))
  return () => ({ status: 200, type: 'application/json', body, maxAge: hour, headers: [] })
}
