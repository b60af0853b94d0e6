import assert from 'node:assert/strict'
import t from 'tap'
import { bracketedText, rawText } from '../../../symbologies/gs1/forms.ts'
import { identifiers } from '../../../symbologies/gs1/identifiers.ts'
import { elementStrings, gs1Message } from '../../../symbologies/gs1/index.ts'
import { linkText } from '../../../symbologies/gs1/link.ts'
import { cases, drawn, forAll, type Random } from '../../random.ts'
import { type Pair, randomPairs, soundMessages } from './messages.ts'

const shown = ({ elements }: ReturnType<typeof gs1Message>): Pair[] => elements.map(({ ai, value }) => ({ ai, value }))
const sorted = (pairs: readonly Pair[]): string[] => pairs.map(({ ai, value }) => `${ai} ${value}`).sort()

t.test('the three forms convert into each other without loss', async (t) => {
  let links = 0
  const keys = identifiers().filter(({ qualifiers }) => qualifiers !== undefined)
  const messages = drawn((r) => {
    const first = r.between(0, 1) === 1 ? randomPairs(r, 1, keys) : []
    return [...first, ...randomPairs(r, 6).filter(({ ai }) => ai !== first[0]?.ai)]
  })
  await forAll([messages], { count: 2000 }, (pairs) => {
    const bracketed = gs1Message(bracketedText(pairs))
    assert.deepEqual(shown(bracketed), pairs, 'bracketed')
    assert.deepEqual(shown(gs1Message(rawText(pairs))), pairs, 'raw')
    const link = linkText(bracketed.elements, 'https://example.com/some/path')
    if (link === undefined) return
    links++
    const back = gs1Message(link)
    assert.ok(!back.faults.some(({ code }) => code === 'gs1_syntax'), link)
    assert.deepEqual(sorted(shown(back)), sorted(pairs), link)
    assert.equal(linkText(back.elements, 'https://example.com/some/path'), link)
  })
  t.ok(links > cases(2000) / 10, `${links} links`)
})

const pairsIn = (text: string): Pair[] => gs1Message(text).elements.map(({ ai, value }) => ({ ai, value }))

/** Asserts `check` of random messages without a fault, and of what it draws for each. */
const forMessages = (count: number, check: (pairs: readonly Pair[], r: Random) => void): Promise<void> =>
  forAll([soundMessages(5), drawn((r) => r)], { count }, check)

/** A check that a text is read as a message. */
function isRead(text: string, pairs: readonly Pair[]): void {
  const { faults } = gs1Message(text)
  if (faults.length > 0) throw new Error(`${JSON.stringify(text)}: ${faults[0]!.message}`)
  if (JSON.stringify(pairsIn(text)) !== JSON.stringify(pairs)) throw new Error(`${JSON.stringify(text)} is read wrong`)
}

t.test('what a reader sends is read, with GS for FNC1, also at the end', async (t) => {
  const prefixes = [']C1', ']e0', ']d2', ']Q3', ']J1', ']d5', ']Q4', ']C1\x1d', '^', '\x1d']
  await forMessages(400, (pairs, r) => {
    const { elements } = gs1Message(bracketedText(pairs))
    const end = r.pick(['', '', '\x1d', '\r', '\r\n', '\t', '\x1d\r\n'])
    isRead(r.pick(prefixes) + elementStrings(elements) + end, pairs)
    // all of it that is not digits is between separators, and without an identifier GS says that it is a message
    isRead(`${elements.map(({ ai, value }) => ai + value).join('\x1d')}\x1d`, pairs)
    isRead(rawText(pairs) + r.pick(['', '^']), pairs)
    const link = linkText(elements, 'https://example.com')
    if (link !== undefined && pairsIn(link).length !== pairsIn(`${r.pick([']Q1', ']d1'])}${link}`).length)
      throw new Error(link)
    isRead(r.pick([']C1', ']d2']) + bracketedText(pairs), pairs)
  })
  for (const [text, value] of [
    [']E09501101530003', '09501101530003'],
    [']E495012346', '00000095012346'],
    [']I115400141288763', '15400141288763'],
  ] as const)
    isRead(text, [{ ai: '01', value }])
  t.match(gs1Message(']E09501101530002').faults, [{ code: 'gs1_invalid_value', rule: 'csum', from: 16, to: 16 }])
  for (const text of [']d2', ']C0010950110153000310A', ']E0950110153000', '^', ']C1hello', '\x1d'])
    t.match(gs1Message(text).faults, [{ code: 'gs1_syntax' }], text)
  t.match(gs1Message('^010950110153000310AB^^2112').faults, [{ code: 'gs1_syntax', from: 23, to: 23 }])
})

t.test('blanks around and between elements, and square brackets, are read', async () => {
  await forMessages(400, (pairs, r) => {
    const blank = (): string => r.pick(['', ' ', '  ', '\t', '\n', '\r\n'])
    const spaced = (open: string, close: string, value: (pair: Pair) => string): string =>
      blank() +
      pairs.map((pair) => open + r.pick(['', ' ']) + pair.ai + close + blank() + value(pair) + blank()).join('')
    const escaped = ({ value }: Pair): string => value.replace(/[()]/g, '\\$&')
    isRead(spaced('(', ')', escaped), pairs)
    isRead(
      spaced('[', ']', ({ value }) => value),
      pairs,
    )
    const [first, ...others] = pairs
    const mixed = others.map(({ ai, value }) => r.pick([`(${ai})`, `[${ai}]`]) + escaped({ ai, value }))
    isRead(`${bracketedText([first!])}${mixed.join('')}`, pairs)
  })
})
