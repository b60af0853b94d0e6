import { resolutions, usualDpi } from '../../../layout/resolution.ts'
import type { Parameters } from '../../../request/parameter.ts'
import { drawn } from '../../route.ts'
import { endpoint, type Operation } from '../endpoint.ts'
import { type Draw, image, verifiedBy } from '../images.ts'
import { namedLabel } from './named-label.ts'

/** Dots a side: from the smallest labels of label printers to the largest, at any resolution. */
const side = { kind: 'integer', least: 50, most: 5000 } as const
const words = { kind: 'text', longest: 1000, optional: true } as const

/**
 * The query of Homebox's external label service, with the defaults of its settings.
 *
 * Homebox also sends QrSize, Margin, ComponentPadding, TitleFontSize, DescriptionFontSize, Dpi (of its fonts, always 72) and
 * DynamicLength, which the layout of labels decides by itself; Quietzone-Ignored lists them.
 */
export const homeboxParameters = {
  URL: { kind: 'text', longest: 7089 },
  Width: { ...side, default: 526 },
  Height: { ...side, default: 200 },
  TitleText: words,
  DescriptionText: words,
  AdditionalInformation: words,
} as const satisfies Parameters

const { perInch } = resolutions[usualDpi]

/** GET /adapters/homebox: a PNG of exactly Width x Height dots, a QR symbol of URL with the words beside it. */
export function homeboxOperation(draw: Draw): Operation {
  const answered = endpoint(homeboxParameters, (asked) => {
    const { URL: text, Width, Height, TitleText, DescriptionText, AdditionalInformation } = asked
    const naming = { name: TitleText?.trim(), details: [DescriptionText, AdditionalInformation] }
    const hasDetails = naming.details.some((line) => line?.trim())
    const request = {
      type: 'qr',
      text,
      // as in the labels that Homebox draws by itself
      level: 'M',
      size: `${Width / perInch}x${Height / perInch}in`,
      orientation: Width >= Height ? 'landscape' : 'portrait',
      layout: 'beside',
      // the address is for readers of symbols
      showtext: hasDetails,
      qty: 1,
      format: 'png',
    } as const
    return image(
      'label-homebox',
      namedLabel((label) => draw.label(verifiedBy(draw, label), draw.limits), request, naming),
    )
  })
  return { path: '/adapters/homebox', ...drawn, parameters: homeboxParameters, endpoint: answered }
}
