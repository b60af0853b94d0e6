import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import t from 'tap'
import type { Attack } from '../../bench/four-clients.ts'
import { jsonAnswer } from '../../src/answer.ts'
import { root } from '../../src/root.ts'
import { Routes } from '../../src/server/http/route.ts'
import { routesOf } from '../../src/server/routes.ts'
import { inLongRun } from '../random.ts'
import { drawnBy, printingOf } from '../server/http/wire.ts'

const routes = new Routes(routesOf(drawnBy(1), printingOf(), { isReady: () => true, metrics: () => jsonAnswer({}) }))

const folder = join(root, 'build/bench/attacks')

for (const file of readdirSync(folder).filter((name) => name.endsWith('.js'))) {
  t.test(`${file}: requests that reach their endpoint`, inLongRun, async (t) => {
    const { name, requests } = (await import(pathToFileURL(join(folder, file)).href)) as Attack
    t.match(name, /^[A-Za-z].{4,60}$/)
    let count = 0
    for (const { method, path, headers, body } of requests()) {
      count++
      const found = routes.find(path.split('?')[0]!)
      const rule = found?.route.body
      t.equal(method, rule === undefined ? 'GET' : 'POST', path.slice(0, 80))
      t.equal(body === undefined, rule === undefined)
      if (rule === undefined) continue
      t.ok(body!.length <= rule.limit, `${body!.length} bytes of ${rule.limit}`)
      t.ok(rule.mediaTypes.includes((headers as Record<string, string>)['Content-Type']!))
    }
    t.ok(count > 0 && count <= 100, `${count} requests`)
  })
}
