import t, { type Test } from 'tap'
import { type Explanation, explain, type Modules, modulesIn } from '../../../src/explain/index.ts'
import { type OptionsOf, type Symbology, symbologies } from '../../../symbologies/index.ts'
import { pngPicture } from '../../oracle/picture.ts'
import { served } from '../../server/http/wire.ts'
import { shortText } from '../../texts.ts'
import { absent, closed, lit, numberIn, read, type Visit, visited } from '../browser.ts'

type Page = Visit['page']

const service = await served()
t.teardown(async () => {
  await closed()
  await service.close()
})

/** Opens the page with a symbol, and waits until it is shown. */
const on = (t: Test, query: string, use: (visit: Visit) => Promise<void>): Promise<void> =>
  visited(t, `${service.url}/explain#${query}`, async (visit) => {
    await shown(visit.page, query)
    await use(visit)
  })

async function shown(page: Page, query: string): Promise<void> {
  const given = new URLSearchParams(query)
  await page.locator('#stage[data-state=shown]').waitFor()
  await page.locator(`#json[href*="type=${given.get('type')}"]`).waitFor({ state: 'attached' })
}

function placesOf(explanation: Explanation, modules: Modules = {}): string[] {
  return [...new Set(modulesIn(explanation, modules).map(String))].sort()
}

/** Where a module is on the screen. */
async function spot(
  page: Page,
  { width, height, quiet }: Explanation,
  column: number,
  row: number,
): Promise<{ x: number; y: number }> {
  const box = (await page.locator('#frame svg').boundingBox())!
  const across = width + quiet.left + quiet.right
  const down = height + quiet.top + quiet.bottom
  return {
    x: box.x + ((column + quiet.left + 0.5) / across) * box.width,
    y: box.y + ((row + quiet.top + 0.5) / down) * box.height,
  }
}

t.test('every symbology is shown as a symbol that reads, with the steps of its explanation', absent, async (t) => {
  for (const type of symbologies) {
    const explanation = explain(type, shortText[type])
    await on(t, String(new URLSearchParams({ type, text: shortText[type] })), async ({ page }) => {
      const picture = pngPicture(await page.locator('#frame svg').screenshot())
      // what a reader gives: UPC as the EAN-13 that it is
      const digits = explanation.captions.map(({ text }) => text).join('')
      const carried = { upca: `0${digits}`, upce: '0012345000065' }[type as string] ?? digits
      await read(t, picture, type, /^(ean|upc|itf)/.test(type) ? carried : shortText[type])
      t.strictSame(
        await page.locator('.step .head .title').allInnerTexts(),
        explanation.steps.map(({ title }) => title),
        type,
      )
      t.match(await page.locator('#name').innerText(), explanation.summary)
    })
  }
})

t.test('add-ons, frames and halves of modules are drawn as they are', absent, async (t) => {
  for (const [type, text, options, carried] of [
    ['ean13', '9781234567897', { addon: '51999' }, '9781234567897'],
    ['itf14', '1540014128876', { bearer: 'frame', ratio: 2.5 }, '15400141288763'],
    ['code39', 'QZ-0001', { ratio: 2.5 }, 'QZ-0001'],
  ] as const) {
    const explanation = explain<Symbology>(type, text, options as OptionsOf<Symbology>)
    await on(t, String(new URLSearchParams({ type, text: shortText[type] })), async ({ page }) => {
      // the service need not take these options for the page to draw them
      await page.route('**/api/v1/explain?*', (route) =>
        route.fulfill({ body: JSON.stringify(explanation), contentType: 'application/json' }),
      )
      await page.fill('#text', text)
      await page.locator('#name').filter({ hasText: explanation.summary }).waitFor()
      const svg = page.locator('#frame svg')
      const picture = pngPicture(await svg.screenshot())
      await read(t, picture, type, carried)
      const { left, width, height } = await page.evaluate<{ left: number; width: number; height: number }>(
        `(({ x, width, height }) => ({ left: x, width, height }))(document.querySelector('#frame svg').viewBox.baseVal)`,
      )
      const { quiet, bearer = 0, isFramed = false, addon } = explanation
      const side = isFramed ? bearer : 0
      t.equal(left, -quiet.left - side)
      t.equal(width, explanation.width + quiet.left + quiet.right + 2 * side)
      t.equal(height > 10, bearer > 0, 'bearer bars are above and below')
      const paths = await page.locator('#frame svg .dark').getAttribute('d')
      const tops = Array.from(paths!.matchAll(/M(-?\d+) ([\d.-]+)/g), ([, x, y]) => [Number(x), Number(y)] as const)
      const isLow = (x: number): boolean => addon !== undefined && x >= addon.from
      t.same(
        tops.filter(([x, y]) => y > 0 !== isLow(x) && x >= 0 && x < explanation.width),
        [],
        'the bars of an add-on begin lower',
      )
    })
  }
})

t.test('a step and a part that are pointed at or focused light up their modules, and no other', absent, async (t) => {
  for (const [type, text] of [
    ['qr', shortText.qr],
    ['datamatrix', shortText.datamatrix],
    ['ean13', shortText.ean13],
  ] as const) {
    const explanation = explain(type, text)
    await on(t, String(new URLSearchParams({ type, text })), async ({ page }) => {
      const steps = await page.locator('.step').all()
      for (const [i, step] of steps.entries()) {
        await step.locator('.about').hover()
        t.same(await lit(page), placesOf(explanation, explanation.steps[i]?.modules), `${type}: step ${i}, pointed at`)
      }
      await page.mouse.move(5, 5)
      t.same(await lit(page), [], 'nothing is pointed at any more')
      for (const [i, step] of steps.entries()) {
        await step.focus()
        t.same(await lit(page), placesOf(explanation, explanation.steps[i]?.modules), `${type}: step ${i}, focused`)
      }
      const withParts = explanation.steps.findIndex(({ parts }) => parts?.some(({ modules }) => modules !== undefined))
      await steps[withParts]!.locator('.about').click()
      for (const [i, part] of explanation.steps[withParts]!.parts!.slice(0, 6).entries()) {
        await page.locator(`.part[data-step="${withParts}"][data-part="${i}"]`).hover()
        t.same(await lit(page), placesOf(explanation, part.modules), `${type}: part ${i} of step ${withParts}`)
      }
    })
  }
})

t.test(
  'a module that is pointed at says what it is; a click selects its smallest part, the next a larger one',
  absent,
  async (t) => {
    const explanation = explain('qr', '01234567', { level: 'M' })
    await on(t, 'type=qr&text=01234567&level=M', async ({ page }) => {
      // the first bit of the bit stream, lower right: mode indicator, segment, codeword, block, placement, mask
      const { x, y } = await spot(page, explanation, 20, 20)
      await page.mouse.move(x, y)
      const told = await page.locator('#info').innerText()
      t.match(told, /^Row 20, column 20: (dark|light)/)
      t.match(told, /mode indicator, bit 1\n.*data codeword 1, bit 1\n/s)
      t.match(told, /Numeric.*\n.*Codewords/s)
      t.same(await page.locator('.step.holds').count(), 4, 'segment, block, placement and mask are marked')
      const titles: string[] = []
      for (let i = 0; i < 3; i++) {
        const at = await spot(page, explanation, 20, 20)
        await page.mouse.click(at.x, at.y)
        const chosen = page.locator('[aria-selected=true]')
        t.equal(await chosen.count(), 1)
        titles.push(await chosen.locator('.title').first().innerText())
        t.ok((await lit(page)).includes('20,20'))
      }
      t.same(titles, ['mode indicator', 'data codeword 1', 'Numeric: "01234567"'])
      const finder = await spot(page, explanation, 3, 3)
      await page.mouse.move(finder.x, finder.y)
      t.match(await page.locator('#info').innerText(), /^Row 3, column 3: dark\s+Finder patterns$/)
      const quiet = await spot(page, explanation, -2, 5)
      await page.mouse.move(quiet.x, quiet.y)
      t.match(await page.locator('#info').innerText(), /^Row 5, column -2: quiet zone\s+Quiet zone$/)
    })
  },
)

t.test('all of it goes by the keyboard', absent, async (t) => {
  await on(t, 'type=qr&text=01234567&level=M', async ({ page }) => {
    const focused = (): Promise<string> =>
      page.evaluate<string>(
        `document.activeElement.querySelector('.title')?.textContent ?? document.activeElement.tagName`,
      )
    await page.locator('#indicator').focus()
    await page.keyboard.press('Tab')
    t.equal(await focused(), 'svg')
    for (const key of ['ArrowRight', 'ArrowDown', 'ArrowDown']) await page.keyboard.press(key)
    t.match(await page.locator('#info').innerText(), /^Row 2, column 1: light\s+Finder patterns$/)
    await page.keyboard.press('Enter')
    t.equal(await page.locator('[aria-selected=true] .title').first().innerText(), 'Finder patterns')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Tab')
    t.equal(await focused(), 'Finder patterns', 'the tree is one tab stop: the item that is selected')
    await page.keyboard.press('Home')
    await page.keyboard.press('ArrowDown')
    t.equal(await focused(), 'Numeric: "01234567"')
    await page.keyboard.press('ArrowRight')
    t.equal(await page.evaluate('document.activeElement.ariaExpanded'), 'true')
    await page.keyboard.press('ArrowRight')
    t.equal(await focused(), 'mode indicator')
    await page.keyboard.press('ArrowDown')
    t.equal(await focused(), 'count 8')
    t.equal((await lit(page)).length, 10)
    await page.keyboard.press('ArrowLeft')
    await page.keyboard.press('ArrowLeft')
    t.equal(await page.evaluate('document.activeElement.ariaExpanded'), 'false')
    t.equal(await page.locator('.part:visible').count(), 0, 'a step that is closed hides its parts')
    await page.keyboard.press('End')
    t.equal(await focused(), 'Dark module')
    t.equal(await numberIn(page, `document.querySelectorAll('#steps [tabindex="0"]').length`), 1)
  })
})

t.test('options are those of the symbology, and ask for another symbol', absent, async (t) => {
  await on(t, 'type=qr&text=QZ-0001', async ({ page, answers }) => {
    const offered = (): Promise<string[]> =>
      page.evaluate<string[]>(
        `[...document.querySelectorAll('[data-option]')].filter((field) => field.checkVisibility()).map((field) => field.dataset.option)`,
      )
    t.same(await offered(), ['level', 'version', 'mask', 'eci', 'parts', 'part', 'fnc1', 'indicator'])
    await page.selectOption('#level', 'Q')
    await page.selectOption('#mask', '5')
    await page.fill('#version', '7')
    await page.locator('#name').filter({ hasText: 'version 7-Q, mask 5' }).waitFor()
    t.match(await page.locator('#json').getAttribute('href'), /type=qr&text=QZ-0001&level=Q&version=7&mask=5$/)
    t.match(page.url(), /#type=qr&text=QZ-0001&level=Q&version=7&mask=5$/)
    await page.selectOption('#type', 'microqr')
    t.same(await offered(), ['level', 'version', 'mask'])
    t.equal(await page.inputValue('#mask'), '', 'a mask that Micro QR does not have is given up')
    t.equal(await page.inputValue('#level'), 'Q')
    t.equal(await numberIn(page, `document.querySelectorAll('#level option:not([hidden])').length`), 4)
    // version 7 does not exist here: the service says so
    const words = await page.locator('#fault:not([hidden])').innerText()
    t.equal(words, 'Version: A number from 1 to 4.')
    t.equal(await page.locator('#text').getAttribute('aria-invalid'), 'true')
    await page.fill('#version', '')
    await page.locator('#name').filter({ hasText: 'version M4-Q' }).waitFor()
    t.equal(await page.locator('#fault').isHidden(), true)
    await page.selectOption('#type', 'datamatrix')
    t.same(await offered(), ['shape', 'modules', 'encodation', 'eci', 'parts', 'part', 'fileid', 'reader'])
    await page.selectOption('#shape', 'rectangle')
    await page.locator('#name').filter({ hasText: '8 × 18' }).waitFor()
    await page.selectOption('#type', 'ean8')
    await page.locator('#name').filter({ hasText: 'EAN-8' }).waitFor()
    t.same(await offered(), [])
    t.equal(await page.inputValue('#text'), '9638507', 'an untouched text follows')
    const targets = answers.map(({ target }) => target)
    t.ok(targets.every((target) => target.startsWith('/api/v1/explain?')))
    t.notMatch(targets.at(-1), /shape|level|version/)
  })
})

t.test('what cannot be carried is said in words, and mended', absent, async (t) => {
  await on(t, 'type=ean13&text=400638133393', async ({ page }) => {
    await page.fill('#text', '400638133393X')
    await page.locator('#fault:not([hidden])').waitFor()
    t.equal(await page.locator('#fault').innerText(), 'EAN-13 does not take “X” at position 13.')
    await page.fill('#text', '4006381333931')
    await page.locator('#stage[data-state=shown]').waitFor()
    t.equal(await page.locator('#fault').isHidden(), true)
    await page.fill('#text', '<img src=x onerror=alert(1)>')
    await page.selectOption('#type', 'qr')
    await page.locator('.step .title').filter({ hasText: '<img src=x' }).first().waitFor()
  })
})

t.test('nothing of the last text stays while the next is asked for, or refused', absent, async (t) => {
  await on(t, 'type=qr&text=01234567', async ({ page }) => {
    const left = (): Promise<unknown> =>
      page.evaluate(`[...document.querySelectorAll('.step, .lit-dark[d*=M], .lit-light[d*=M], .lighting')].length +
        document.getElementById('info').textContent + document.getElementById('name').textContent`)
    await page.locator('.step').nth(1).focus()
    t.ok((await lit(page)).length > 0)
    await page.route('**/api/**', () => {})
    await page.fill('#text', '0123456')
    t.equal(await left(), '0', 'at once')
    const { x, y, width, height } = (await page.locator('#frame svg').boundingBox())!
    await page.mouse.move(x + width / 2, y + height / 2)
    t.equal(await left(), '0', 'and the symbol of the last text answers no pointer')
    await page.unroute('**/api/**')
    await page.fill('#text', '7'.repeat(7090))
    await page.locator('#fault:not([hidden])').waitFor()
    t.equal(await page.locator('#frame svg').count(), 0)
    t.equal(await left(), '0')
    await page.fill('#text', '01234567')
    await page.locator('.step').first().waitFor()
    t.equal(await page.locator('#fault').isHidden(), true)
  })
})

t.test('the largest symbols: thousands of parts come a few hundred at a time', absent, async (t) => {
  const text = '7'.repeat(7089)
  await on(t, `type=qr&text=${text}`, async ({ page }) => {
    const segment = page.locator('#step-1')
    await segment.locator('.about').click()
    t.equal(await segment.locator('.part').count(), 400)
    await segment.locator('.more').click()
    t.equal(await segment.locator('.part').count(), 800)
    // a module far behind: its part is made and brought into view
    const explanation = explain('qr', text)
    const [from] = explanation.steps[1]!.parts![2000]!.modules!.path![0]!
    const place = explanation.path[from]!
    const at = await spot(page, explanation, place % 177, Math.floor(place / 177))
    await page.mouse.click(at.x, at.y)
    await page.locator('[aria-selected=true]').waitFor()
    const box = (await page.locator('[aria-selected=true]').boundingBox())!
    t.ok(box.y >= 0 && box.y < 860, `the selected part is in sight at ${box.y}`)
  })
})

t.test('at the width of a phone nothing is cut off, in the light and in the dark', absent, async (t) => {
  for (const [width, colorScheme] of [
    [320, 'dark'],
    [390, 'light'],
  ] as const) {
    await visited(t, `${service.url}/explain#type=code128&text=QZ-0001%20QZ-0001%20QZ-0001`, async ({ page }) => {
      await page.setViewportSize({ width, height: 740 })
      await page.emulateMedia({ colorScheme })
      await page.locator('#stage[data-state=shown]').waitFor()
      t.equal(await numberIn(page, 'document.documentElement.scrollWidth'), width)
      const step = page.locator('.step').nth(2)
      await step.locator('.about').click()
      t.equal(await numberIn(page, 'document.documentElement.scrollWidth'), width)
      const symbol = (await page.locator('#frame svg').boundingBox())!
      t.ok(symbol.y >= 0 && symbol.y + symbol.height < 740 / 2, 'the symbol stays in sight')
      const last = page.locator('.step').last()
      await last.focus()
      const stage = (await page.locator('#stage').boundingBox())!
      const about = (await last.locator('.about').boundingBox())!
      t.ok(about.y >= stage.y + stage.height - 1, 'and never covers the step that is selected')
    })
  }
})
