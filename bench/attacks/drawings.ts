/** The costliest of what is drawn for a GET: symbols of the largest sizes, captions in many scripts, labels and pictures as large as they may be. */

import type { AttackRequest } from '../four-clients.ts'

const emoji = encodeURIComponent('\u{1f4d3}'.repeat(735))
const scripts = encodeURIComponent('The quick brown fox 日本語 שלום مرحبا हिन्दी ไทย 12/34-56 '.repeat(8).slice(0, 200))

const paths = [
  `/api/v1/barcode?type=qr&scale=10&text=${'1'.repeat(7089)}`,
  `/api/v1/barcode?type=qr&scale=10&text=${'aB3$'.repeat(738)}`,
  `/api/v1/barcode?type=datamatrix&scale=10&text=${'aB3$'.repeat(380)}`,
  `/api/v1/barcode?type=qr&scale=10&includetext=true&format=svg&text=${emoji}`,
  `/api/v1/label?type=qr&size=4x6&text=${emoji}`,
  `/api/v1/label?type=qr&size=200x200mm&dpi=600&text=a&caption=${scripts}`,
  `/api/v1/label?type=qr&size=100x150mm&format=pdf&qty=100&text=a&caption=${scripts}`,
  `/api/v1/label?type=code128&size=100x150mm&format=zpl&dpi=600&text=a&caption=${scripts}`,
  `/api/v1/explain?type=qr&text=${'aB3$'.repeat(580)}`,
  `/api/v1/explain?type=datamatrix&text=${'aB3$'.repeat(380)}`,
  `/api/v1/plan?type=qr&text=${'aB3$'.repeat(580)}`,
  `/api/v1/sheets/alignment?sheet=avery-l7160`,
  `/compat/bwip-js/?bcid=qrcode&scale=16&text=${'aB3$'.repeat(380)}`,
]

export const name = 'drawings of one request'

export function* requests(): Iterable<AttackRequest> {
  for (const path of paths) yield { method: 'GET', path, headers: {} }
}
