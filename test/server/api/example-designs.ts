import type { Designs } from '../../../src/design/designs.ts'
import { designOf } from '../../design/drawn.ts'

const shelf = designOf({
  name: 'shelf',
  size: '57x32mm',
  fields: {
    sku: { title: 'Article', required: true, pattern: '[A-Z0-9-]{1,20}', sample: 'A-1' },
    name: {},
    price: { default: '0.00' },
  },
  elements: [
    { kind: 'text', at: [2, 2], size: [53, 6], value: '{name}', height: 4 },
    { kind: 'symbol', at: [2, 10], size: [36, 18], type: 'code128', value: '{sku}', text: true },
    { kind: 'text', at: [38, 20], size: [17, 9], value: '{price}', align: 'right', valign: 'bottom' },
  ],
})

const counted = designOf({
  name: 'counted',
  size: '40x20mm',
  elements: [{ kind: 'text', at: [2, 2], size: [36, 6], value: '{serial:box|6} of {today}' }],
})

/** The designs of the service in tests. */
export const exampleDesigns: Designs = {
  list: () => [counted, shelf],
  find: (name) => [counted, shelf].find((design) => design.name === name),
}
