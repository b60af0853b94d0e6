/** The pipeline in node with all that it may need loaded: a request is composed as a scene with its warnings, and written as a file. */

import { drawBarcode as barcodeFile, drawLabel as labelFile } from './design/label.ts'
import { loadProducts } from './layout/sheets/products.ts'
import { provideFonts } from './text/index.ts'
import { installedFonts, loadHarfBuzz } from './text/installed-fonts.ts'

export { composeLabel } from './design/of-label.ts'
export type { BarcodeRequest, Composition, Drawing, ImageFormat, LabelFormat, LabelRequest } from './draw/drawing.ts'
export { composeBarcode } from './draw/drawing.ts'
export type { Limits } from './drawing-size.ts'

// what node has, and browsers have not
provideFonts(installedFonts)
await loadHarfBuzz()
await loadProducts()

// values of this module: a bundler leaves out one that only passes on those of others, with what it loads
export const drawBarcode: typeof barcodeFile = barcodeFile
export const drawLabel: typeof labelFile = labelFile
