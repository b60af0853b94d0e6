import t from 'tap'
import { base64Of, bytesOf, type KeptSource, noSource, sourceIn } from '../../../../src/pages/browser/many/kept.ts'

const bytesIn = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text)

t.test('what is kept is read back, and nothing else is', async (t) => {
  const all = Uint8Array.from({ length: 20_000 }, (_, i) => (i * 7) % 256)
  t.same(bytesOf(base64Of(all)), all)
  const source: KeptSource = {
    ...noSource,
    pasted: 'text\nA',
    file: { name: 'a.csv', base64: base64Of(bytesIn('text\nB')) },
    worksheet: 'Lager',
    headings: -1,
    encoding: 'utf-16le',
    rows: 'series',
  }
  t.same(sourceIn(JSON.stringify(source)), source)
  t.same(sourceIn(JSON.stringify({ ...noSource, file: undefined })), noSource)
  for (const other of [
    undefined,
    '',
    'null',
    '[]',
    '{}',
    JSON.stringify({ ...source, rows: 'x' }),
    JSON.stringify({ ...source, headings: 1.5 }),
    JSON.stringify({ ...source, encoding: 'ebcdic' }),
    JSON.stringify({ ...source, worksheet: 1 }),
    JSON.stringify({ ...source, file: { name: 'a', base64: '*' } }),
    JSON.stringify({ ...source, series: { first: '1' } }),
  ]) {
    t.equal(sourceIn(other), noSource, `${other}`)
  }
})
