/** The label page in a browser, for all tests of one process. */

import t, { type Test } from 'tap'
import { ask, errorIn, served } from '../server/http/wire.ts'
import { closed, type Visit, visit, visited } from './browser.ts'

const service = await served()
t.teardown(async () => {
  await closed()
  await service.close()
})

export const { url } = service

/** Opens the page, with `hash` behind its address. */
export const on = (t: Test, hash: string, use: (visit: Visit) => Promise<void>): Promise<void> =>
  visited(t, `${service.url}/${hash}`, use)

/** The same for tests in which requests fail, which the browser logs as faults. */
export async function tolerant(hash: string, use: (visit: Visit) => Promise<void>): Promise<void> {
  const here = await visit(`${service.url}/${hash}`)
  await use(here)
  await here.close()
}

/** The error that the service answers. */
export const errorOf = async (target: string) => errorIn(await ask(service.port, `GET ${target}`))
