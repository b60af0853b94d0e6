/** What an address or the browser's storage says, whoever wrote it: no page stumbles over it. */

import t from 'tap'
import { absent, visit } from './browser.ts'
import { url } from './label-page.ts'

const fragments = [
  '#%',
  '#%E0%A4%A',
  '#%00',
  '#errors%',
  '#text=%&type=%ff',
  '#type=constructor&make=constructor&dpi=toString&size=toString&orientation=valueOf',
  '#__proto__=x&constructor=x&hasOwnProperty=x&toString=x',
  '#size=0x0mm&scale=1e9&qty=-1&dpi=&rotate=%00&type=',
  '#size=....x....in&make=many&xdim=NaN&text=%F0%9F',
]

const stored: Readonly<Record<string, readonly string[]>> = {
  'quietzone.form': ['%', '#%', '#dpi=toString&size=9x9cm', '#__proto__=1'],
  'quietzone.dpi': ['toString', '__proto__', '203 ', ''],
  'quietzone.rows': ['%', 'null', '{"rows":"table"}', '{"__proto__":{"rows":"series"}}'],
}

t.test('an address of any fragment: the page is there', absent, async (t) => {
  for (const path of ['/', '/explain', '/check', '/docs']) {
    const here = await visit(`${url}${path}`)
    for (const fragment of fragments) {
      await here.page.goto('about:blank')
      await here.page.goto(`${url}${path}${fragment}`)
      if (path === '/docs') await here.page.locator('#errors').waitFor()
      t.same(here.faults.splice(0), [], `${path}${fragment}`)
    }
    await here.close()
  }
})

t.test('whatever the browser has kept: the page is there', absent, async (t) => {
  const here = await visit(url)
  for (const [name, texts] of Object.entries(stored)) {
    for (const text of texts) {
      await here.page.evaluate(
        `localStorage.clear(); localStorage.setItem(${JSON.stringify(name)}, ${JSON.stringify(text)})`,
      )
      await here.page.reload()
      await here.page.locator('#stage[data-state=shown]').waitFor()
      t.same(here.faults.splice(0), [], `${name}: ${text}`)
    }
  }
  await here.close()
})
