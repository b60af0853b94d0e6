import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Answer } from '../../answer.ts'
import { parameters } from '../../request/params.ts'
import { root } from '../../root.ts'
import { counted } from '../route.ts'
import { endpoint, type Operation } from './endpoint.ts'

const hour = 3600
const file = join(root, 'src/server/api/openapi.json')

/** GET /api/v1/openapi.json: the description of this API, exactly the bytes of the file. */
export function descriptionOperation(): Operation {
  const body = readFileSync(file)
  const answer: Answer = { status: 200, type: 'application/json', body, maxAge: hour, headers: [] }
  return {
    path: '/api/v1/openapi.json',
    ...counted,
    parameters: parameters.description,
    endpoint: endpoint(parameters.description, () => answer),
  }
}

/** The parts of openapi.json that describe parameters. */
interface Described {
  readonly paths: { readonly [path: string]: { readonly get: { readonly parameters: readonly { $ref: string }[] } } }
  readonly components: {
    readonly parameters: { readonly [name: string]: { readonly name: string; readonly description: string } }
  }
}

/** The descriptions of the parameters of the endpoint at `path`, by name. */
export function parameterNotes(path: string): ReadonlyMap<string, string> {
  const { paths, components } = JSON.parse(readFileSync(file, 'utf8')) as Described
  const references = paths[path]?.get.parameters ?? []
  const notes = references.map(({ $ref }) => components.parameters[$ref.slice($ref.lastIndexOf('/') + 1)]!)
  return new Map(notes.map(({ name, description }) => [name, description]))
}
