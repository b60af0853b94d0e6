import axe from 'axe-core'
import type { Page } from 'playwright-core'

/** Besides what axe runs by itself: an accessible name contains the text that is seen (WCAG 2.2, 2.5.3). */
const options = { rules: { 'label-content-name-mismatch': { enabled: true } } }

/** The violations that axe finds on the page as it is now: rule, element, what to do. */
export async function violations(page: Page): Promise<string[]> {
  await page.evaluate(`globalThis.axe ?? (() => { ${axe.source} })()`)
  return page.evaluate<string[]>(
    `axe.run(document, ${JSON.stringify(options)}).then(({ violations }) => violations.flatMap(({ id, nodes }) =>
      nodes.map(({ target, failureSummary }) => [id, target, failureSummary].join(' '))))`,
  )
}
