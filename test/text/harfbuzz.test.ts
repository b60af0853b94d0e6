import t from 'tap'
import { sourceOf } from '../../src/text/fonts.ts'
import { shaped, shapedRun } from '../../src/text/harfbuzz.ts'
import { prepare } from '../../src/text/prepared-text.ts'
import { cases, inLongRun, long, random } from '../random.ts'
import { harfBuzzMemory } from './installed.ts'

t.test('shaping takes the same memory for any number of texts', inLongRun, (t) => {
  const source = sourceOf(prepare({ text: 'ब', face: 'sans' }).sources[0]!)
  if (source.kind !== 'shaped') throw new Error('no font shapes Devanagari')
  const shape = (count: number): void => {
    for (let i = 0; i < count; i++) {
      const text = `हिन्दी ${i} क्षत्रिय`
      shaped(source.shaping, text, { start: 0, end: text.length, isRightToLeft: false })
    }
  }
  shape(100)
  const before = harfBuzzMemory()
  shape(long ? 200_000 : 20_000)
  t.equal(harfBuzzMemory(), before)
  t.end()
})

t.test('runs that were shaped before have the glyphs that HarfBuzz gives them now', (t) => {
  const r = random('runs')
  const scripts = ['بتجاء\u064e ', 'ܐܒܓ\u0730 ', 'ߊߓߕ\u07ec ', 'ᠠᠨᠢ\u180b ', 'क्षिर ', 'fi\u0301l ']
  const faults: string[] = []
  let again = 0
  for (const script of scripts) {
    const source = sourceOf(prepare({ text: script, face: 'sans' }).sources[0]!)
    if (source.kind !== 'shaped') throw new Error(`no font shapes ${script}`)
    const seen = new Set<string>()
    for (let i = 0; i < cases(1500); i++) {
      const line = r.text(`${script}a\u200d`, r.between(1, 30))
      const [start, end] = [r.between(0, line.length), r.between(0, line.length)].sort((a, b) => a - b)
      for (const isRightToLeft of [false, true]) {
        const run = { start: start!, end: end!, isRightToLeft }
        const expected = shaped(source.shaping, line, run)
        if (JSON.stringify(shapedRun(source.shaping, line, run)) !== JSON.stringify(expected)) {
          faults.push(`${start} to ${end} of ${JSON.stringify(line)}`)
        }
      }
      const letters = line.slice(start, end)
      if (seen.has(letters)) again++
      seen.add(letters)
    }
  }
  t.same(faults.slice(0, 5), [])
  t.ok(again > cases(1500), `${again} runs with the letters of one before`)
  t.end()
})
