/** What a request asks of a document. */

import type { HealOrder } from '../../../heal/index.ts'
import {
  assumedDpiOf,
  isPrinterLanguage,
  type LanguageTraits,
  languageTraits,
  type PrinterLanguage,
} from '../../../render/language.ts'
import type { Request } from '../../../request/parameter.ts'
import type { parameters } from '../../../request/params.ts'

/** The print head where nothing says it: that of most label printers. */
const usualDpi = '203'

type Asked = Pick<Request<typeof parameters.heal>, 'dpi' | 'size' | 'fit' | 'split' | 'index' | 'format'>

export function healOrder({ dpi, size, fit, split, index, format }: Asked): HealOrder {
  const isUsual = !isPrinterLanguage(format) || dpisOf(format).includes(usualDpi)
  const head = dpi ?? (isUsual ? usualDpi : assumedDpiOf(format))
  const [columns = 1, rows = 1] = (split ?? '1x1').split('x').map(Number)
  return { dpi: head, size, fit, index, split: { columns, rows } }
}

const dpisOf = (language: PrinterLanguage): LanguageTraits['dpis'] => languageTraits[language].dpis
