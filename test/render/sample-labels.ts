import type { LabelRequest } from '../../src/draw.ts'

const address = 'https://example.org/p/0123456789abcdef'
/** Text without repetitions, which fills a large symbol. */
const long = Array.from({ length: 1500 }, (_, i) => String.fromCharCode(33 + ((i * i * 31 + i * 7) % 89))).join('')
const message = '(00)395011015300000011(02)09501101530010(15)261231(10)AB-12(37)50'

export const latin = {
  type: 'qr',
  text: address,
  title: 'Lager Süd',
  caption: 'Schraube M8 × 40\nRegal 12 – Größe L',
} as const
const arabic = { type: 'qr', text: address, title: 'مخزن الجنوب', caption: 'مسامير فولاذية\nالرف ١٢، الصف ٧' } as const
export const labels: Readonly<Record<string, Pick<LabelRequest, 'type' | 'text'> & Partial<LabelRequest>>> = {
  'Code 128': { type: 'code128', text: '01234567890123456789' },
  'small Code 128': { type: 'code128', text: 'QZ-0001', size: '2x1' },
  'QR v40': { type: 'qr', text: long, version: 40 },
  'Latin words': latin,
  'Arabic words': arabic,
  logistics: { type: 'code128', text: message, gs1: 'true', layout: 'logistics', orientation: 'portrait' },
}
