import t from 'tap'
import type { Parameter, Parameters } from '../../src/request/parameter.ts'
import { parameters } from '../../src/request/params.ts'
import { absent } from './browser.ts'
import { on } from './label-page.ts'

t.test('controls accept what the API accepts, and start with its defaults', absent, async (t) => {
  await on(t, '', async ({ page }) => {
    const tables: readonly Parameters[] = [parameters.label, parameters.barcode]
    for (const [name, parameter] of tables.flatMap((table) => Object.entries(table))) {
      // options have a test of their own
      if ((parameter.title === undefined && name !== 'type') || parameter.purpose !== undefined) continue
      t.strictSame(await page.evaluate(controlled(name)), expected(name, parameter), name)
    }
  })
})

/** A script that returns the values that the control of this name offers. */
function controlled(name: string): string {
  return `(() => {
    const all = [...document.querySelectorAll('#form [name=${name}]')]
    const first = all[0]
    if (first.type === 'number') return [first.min, first.max, first.defaultValue]
    // the size has entries for sides of one's own, and for sheets
    const choices = first.localName === 'select' ? [...first.options].filter((option) => !['sides', 'sheet'].includes(option.value)) : all
    const chosen = choices.find((choice) => choice.defaultSelected || choice.defaultChecked)
    return [...choices.map((choice) => choice.value).sort(), (chosen ?? first).value]
  })()`
}

function expected(name: string, parameter: Parameter): string[] {
  switch (parameter.kind) {
    case 'integer':
    case 'number':
      return [parameter.least, parameter.most, parameter.default].map(String)
    case 'flag':
      return ['false', 'true', String(parameter.default)]
    case 'word': {
      // the list holds the types of both endpoints
      const all = name === 'type' ? parameters.barcode.type.words : parameter.words
      // of the layouts, logistic labels are no choice among buttons
      const words = name === 'layout' ? Object.keys(parameter.titles ?? {}) : all
      const first = parameter.default ?? parameter.initially
      if (parameter.optional && first === undefined) return ['', ...[...words].sort(), '']
      return [...[...words].sort(), first ?? 'code128']
    }
    case 'text':
    case 'domain':
    case 'form':
      return []
  }
}
