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
  visited(t, `${service.url}/${hash}`, async (here) => {
    await openGroups(here)
    await use(here)
  })

/** Opens what is set once, and the addresses: most tests are about what is in them. */
export const openGroups = ({ page }: Pick<Visit, 'page'>): Promise<void> =>
  page.evaluate(`for (const group of document.querySelectorAll('#once, #links')) group.open = true`)

/** The same for tests in which requests fail, which the browser logs as faults. */
export async function tolerant(hash: string, use: (visit: Visit) => Promise<void>): Promise<void> {
  const here = await visit(`${service.url}/${hash}`)
  await openGroups(here)
  await use(here)
  await here.close()
}

/** The error that the service answers. */
export const errorOf = async (target: string) => errorIn(await ask(service.port, `GET ${target}`))
