import { readFileSync } from 'node:fs'
import t from 'tap'
import { type DataMatrixOptions, datamatrix, rowsOf } from '../../../symbologies/index.ts'
import { readDataMatrix } from '../../oracle/datamatrix-reader.ts'

interface Vector {
  readonly source: string
  readonly text: string
  readonly options: DataMatrixOptions
  /** All codewords, the first of them, or the modules. */
  readonly codewords?: readonly number[]
  readonly begins?: readonly number[]
  readonly rows?: readonly string[]
}

t.test('sourced examples', async (t) => {
  const file = new URL('../../../../test/vectors/datamatrix.json', import.meta.url)
  for (const { source, text, options, codewords, begins, rows } of JSON.parse(readFileSync(file, 'utf8')) as Vector[]) {
    const { trace, matrix } = datamatrix(text, options)
    if (codewords) t.strictSame([...trace.codewords], codewords, source)
    if (begins) t.strictSame([...trace.codewords.subarray(0, begins.length)], begins, source)
    if (rows) t.strictSame(rowsOf(matrix), rows, source)
    t.equal(readDataMatrix(matrix).text, text)
  }
})

t.test('quiet zone and caption', async (t) => {
  const { symbology, quiet, captions } = datamatrix('caption')
  t.strictSame(
    { symbology, quiet, captions },
    {
      symbology: 'datamatrix',
      quiet: { left: 1, right: 1, top: 1, bottom: 1 },
      captions: [{ kind: 'line', text: 'caption' }],
    },
  )
})
