import { dataMatrixShapes, readDataMatrix } from './datamatrix/datamatrix.ts'
import { type Found, matricesIn } from './picture/matrix.ts'
import type { Ink } from './picture/picture.ts'
import { microShapes, readMicroQr } from './qr/microqr.ts'
import { qrShapes, readQr } from './qr/qr.ts'
import type { Reading } from './report.ts'
import type { Search } from './search.ts'

/** The matrix symbols in the picture. Its size decides the symbology of each: no two symbologies have a size in common. */
export function matrixReadings(ink: Ink, { type, expected, effort }: Search): Reading[] {
  const all = [...qrShapes, ...microShapes, ...dataMatrixShapes]
  const wanted = all.filter(({ symbology }) => type === undefined || symbology === type)
  if (wanted.length === 0) return []
  return matricesIn(ink, wanted, effort).map((found) => readMatrix(found, expected))
}

function readMatrix(
  found: Found<(typeof qrShapes | typeof microShapes | typeof dataMatrixShapes)[number]>,
  expected: string | undefined,
): Reading {
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
