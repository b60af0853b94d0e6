import { dataMatrixShapes, readDataMatrix } from './datamatrix/datamatrix.ts'
import { foundMatrix } from './picture/matrix.ts'
import type { Ink } from './picture/picture.ts'
import { microShapes, readMicroQr } from './qr/microqr.ts'
import { qrShapes, readQr } from './qr/qr.ts'
import type { Reading } from './report.ts'
import type { Search } from './search.ts'

/** The matrix symbol in the picture. Its size decides the symbology: no two symbologies have a size in common. */
export function matrixReading(ink: Ink, { type, expected, effort }: Search): Reading | undefined {
  const all = [...qrShapes, ...microShapes, ...dataMatrixShapes]
  const wanted = all.filter(({ symbology }) => type === undefined || symbology === type)
  const found = wanted.length === 0 ? undefined : foundMatrix(ink, wanted, effort)
  if (found === undefined) return undefined
  const { shape } = found
  switch (shape.symbology) {
    case 'qr':
      return readQr({ ...found, shape }, expected)
    case 'microqr':
      return readMicroQr({ ...found, shape }, expected)
    case 'datamatrix':
      return readDataMatrix({ ...found, shape }, expected)
  }
}
