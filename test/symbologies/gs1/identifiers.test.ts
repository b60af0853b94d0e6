import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { root } from '../../../src/root.ts'
import { aisOfMeasure } from '../../../symbologies/gs1/decimals.ts'
import {
  type AiComponent,
  dictionaryRelease,
  type Identifier,
  identifiers,
} from '../../../symbologies/gs1/identifiers.ts'
import { inLongRun } from '../../random.ts'

const file = join(root, '../shared/gs1/gs1-syntax-dictionary.txt')

/** An entry of the dictionary as it writes it, for one AI. */
interface Entry {
  readonly ai: string
  readonly flags: string
  readonly components: string
  readonly attributes: string
  readonly title: string
}

function entriesIn(text: string): Entry[] {
  const lines = text.split('\n').filter((line) => /^\d/.test(line))
  return lines.flatMap((line) => {
    const at = line.search(/\s# /)
    const [body, title] = at < 0 ? [line, ''] : [line.slice(0, at), line.slice(at + 3)]
    const [range, ...words] = body.trim().split(/\s+/) as [string, ...string[]]
    const isFlags = /^[*?]+$/.test(words[0]!)
    const rest = isFlags ? words.slice(1) : words
    const isAttribute = (word: string): boolean => /^(req|ex)=|^dlpkey/.test(word)
    const [first, last = first] = range.split('-') as [string, string?]
    return Array.from({ length: Number(last) - Number(first) + 1 }, (_, i) => ({
      ai: `${Number(first) + i}`.padStart(first.length, '0'),
      flags: isFlags ? words[0]! : '',
      components: rest.filter((word) => !isAttribute(word)).join(' '),
      attributes: rest.filter(isAttribute).sort().join(' '),
      title: title.trim(),
    }))
  })
}

function componentText({ set, least, most, isOptional, rules }: AiComponent): string {
  const length = least === most ? `${set}${most}` : `${set}..${most}`
  return [isOptional ? `[${length}]` : length, ...rules].join(',')
}

/** Our row in the dictionary's notation. */
function entryOf(identifier: Identifier): Entry {
  const { ai, title, components, hasPredefinedLength, isLinkAttribute, needs, excludes, qualifiers } = identifier
  const attributes = [
    ...needs.map((groups) => `req=${groups.map((group) => group.join('+')).join(',')}`),
    ...(excludes.length > 0 ? [`ex=${excludes.join(',')}`] : []),
    ...(qualifiers === undefined ? [] : [dlpkey(qualifiers)]),
  ]
  return {
    ai,
    flags: (hasPredefinedLength ? '*' : '') + (isLinkAttribute ? '?' : ''),
    components: components.map(componentText).join(' '),
    attributes: attributes.sort().join(' '),
    title,
  }
}

const dlpkey = (sequences: readonly (readonly string[])[]): string =>
  sequences.flat().length === 0 ? 'dlpkey' : `dlpkey=${sequences.map((sequence) => sequence.join(',')).join('|')}`

t.test(
  'the table is the dictionary',
  { skip: (!existsSync(file) && 'no dictionary here') || inLongRun.skip },
  async (t) => {
    const text = readFileSync(file, 'utf8')
    t.equal(/^# Release: (.*)$/m.exec(text)?.[1], dictionaryRelease)
    const entries = entriesIn(text)
    t.ok(entries.length > 480, `${entries.length} AIs`)
    t.same(identifiers().map(entryOf), entries)
  },
)

t.test('no AI is the start of another', async (t) => {
  const all = identifiers().map(({ ai }) => ai)
  t.same(all, [...new Set(all)].sort())
  t.same(
    all.filter((ai) => all.some((other) => other !== ai && other.startsWith(ai))),
    [],
  )
})

t.test('AIs that lack their number of decimals are the beginnings of measures and amounts', inLongRun, async (t) => {
  const known = identifiers().map(({ ai }) => ai)
  for (let number = 0; number < 1000; number++) {
    const start = `${number}`.padStart(3, '0')
    const longer = known.filter((ai) => ai.length === 4 && ai.startsWith(start))
    const isMeasure = /^3[1-69]/.test(start) && longer.length > 0
    t.same(aisOfMeasure(start), isMeasure ? [longer[0], longer.at(-1)] : undefined, start)
    if (isMeasure) t.equal(Number(longer.at(-1)) - Number(longer[0]) + 1, longer.length, 'without a gap')
  }
  for (const other of ['', '31', '3100', '01']) t.equal(aisOfMeasure(other), undefined)
})
