import t from 'tap'
import { type ParagraphStyle, paragraph } from '../../src/text/index.ts'
import './installed.ts'

const style: ParagraphStyle = { face: 'sans', size: 40, minSize: 25, width: 400, lines: 2 }
const texts = (text: string, changes: Partial<ParagraphStyle> = {}): string[] =>
  paragraph(text, { ...style, ...changes }).map((line) => line.text)

t.test('lines break where the rules of each script allow it', (t) => {
  t.same(texts('https://example.com/a/b?c=d', { minSize: 39, size: 39 }), ['https://example.com/', 'a/b?c=d'])
  t.same(texts('AB-1234567-89012345-XY', { minSize: 40 }), ['AB-1234567-', '89012345-XY'])
  t.same(texts('倉庫の中で、言いました「東京大阪」', { width: 200, lines: 9, minSize: 40 }), [
    '倉庫の中',
    'で、言いま',
    'した「東京',
    '大阪」',
  ])
  t.same(texts('AB CDEF倉庫の中', { width: 180, lines: 9, minSize: 40 }), ['AB CDEF', '倉庫の中'], 'before one, too')
  t.same(texts('ภาษาไทยสวยงาม', { width: 170, lines: 9, minSize: 40 }), ['ภาษาไทย', 'สวยงาม'])
  t.same(texts('aaaa\u00a0bbbb cccc', { width: 200, lines: 9, minSize: 40 }), ['aaaa\u00a0bbbb', 'cccc'])
  const family = '👨‍👩‍👧‍👦'
  t.same(texts(family.repeat(6), { width: 130, lines: 9, minSize: 40 }), [
    family.repeat(2),
    family.repeat(2),
    family.repeat(2),
  ])
  t.end()
})
