import t from 'tap'
import { resolutions } from '../../src/layout/resolution.ts'
import {
  type Commands,
  handlingFaults,
  JobStream,
  languageTraits,
  printerLanguages,
} from '../../src/render/language.ts'

t.test('each language says what it can be told', async (t) => {
  t.same(Object.keys(languageTraits), printerLanguages)
  for (const language of printerLanguages) {
    t.same(handlingFaults(language, {}), [], language)
    t.ok(languageTraits[language].dpis.length > 0)
  }
  t.ok(Object.keys(resolutions).includes(languageTraits.dymo.dpis[0]))
})

t.test('what a language has no command for is named', async (t) => {
  const all = { model: 'QL-700', media: 'mark', gap: 3, darkness: 8, speed: 4, cut: 'each' } as const
  t.same(
    handlingFaults('dymo', all).map(({ field }) => field),
    ['model', 'media', 'gap', 'darkness', 'speed', 'cut'],
  )
  t.same(handlingFaults('tspl', all), [{ field: 'model', message: 'TSPL has no command for it: leave it out' }])
  t.match(handlingFaults('tspl', { darkness: 16 })[0]?.message, /^16 is not a whole number from 0 to 15/)
  t.match(handlingFaults('tspl', { darkness: 1.5 })[0]?.message, /^1.5 is not a whole number/)
  t.match(handlingFaults('brother', { model: 'QL-1' })[0]?.message, /^"QL-1" is not one of those of Brother/)
  t.match(handlingFaults('tspl', { media: 'continuous', gap: 3 })[0]?.message, /continuous/)
  t.same(handlingFaults('epl', { gap: 1.9 }).length, 1)
})

t.test('a job begins once, parts its labels, and ends once', async (t) => {
  const bytes = (text: string): Uint8Array => new TextEncoder().encode(text)
  const label = (name: string, times: number): Commands => ({
    ...{ first: bytes('<'), next: bytes('('), label: bytes(name), between: bytes(','), last: bytes('>') },
    times,
  })
  const written = (labels: readonly Commands[]): string => {
    const stream = new JobStream()
    const parts = [...labels.flatMap((each) => [...stream.add(each)]), ...stream.end()]
    return new TextDecoder().decode(Buffer.concat(parts))
  }
  t.equal(written([label('A', 1)]), '<A>')
  t.equal(written([label('A', 2), label('B', 1)]), '<A,(A,(B>')
  t.equal(written([]), '')
})
