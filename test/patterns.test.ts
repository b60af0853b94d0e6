/** Regular expressions whose time grows faster than what they read are a way to stop the service: there are none. */

import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseAst } from 'rolldown/parseAst'
import t from 'tap'
import { root } from '../src/root.ts'
import { effortOf, repeated, units } from './effort.ts'
import { all, inLongRun } from './random.ts'

/** How patterns begin whose input is bounded where they stand: in src/printing/channels/lp.ts, to 2000 characters of what lp complains. */
const bounded = [String.raw`[a-z][a-z0-9+.-]*:\/\/\S+|`, String.raw`\S*$`]

/** Made of constants of the program, or of what a printer of the operator is called; those of designs are tried on single characters. */
const computed = [
  'src/design/pattern.js',
  'src/pages/browser/gs1/message.js',
  'src/pages/browser/scans.js',
  'src/pages/words/findings/sentence.js',
  'src/printing/channels/lp.js',
  'src/text/shape.js',
]

interface Node {
  readonly regex?: { readonly pattern: string; readonly flags: string }
  readonly type?: string
  readonly callee?: { readonly name?: string }
}

/** All nodes of a syntax tree. */
function* nodesIn(value: unknown): Generator<Node> {
  if (typeof value !== 'object' || value === null || value instanceof RegExp) return
  if (!Array.isArray(value)) yield value as Node
  for (const inside of Object.values(value)) yield* nodesIn(inside)
}

const build = join(root, 'build')
const files = ['src', 'symbologies'].flatMap((room) =>
  readdirSync(join(build, room), { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.js'))
    .map((path) => join(room, path)),
)
const trees = files.map((file) => ({ file, nodes: [...nodesIn(parseAst(readFileSync(join(build, file), 'utf8')))] }))

const patterns = new Map(
  trees.flatMap(({ file, nodes }) =>
    nodes.flatMap(({ regex }) =>
      regex === undefined ? [] : [[`/${regex.pattern}/${regex.flags}`, { ...regex, file }] as const],
    ),
  ),
)

t.test('every pattern of the program is a literal, except those that are listed', async (t) => {
  const made = trees.filter(({ nodes }) =>
    nodes.some(
      ({ type, callee }) => (type === 'NewExpression' || type === 'CallExpression') && callee?.name === 'RegExp',
    ),
  )
  t.same(made.map(({ file }) => file).sort(), computed)
  t.ok(patterns.size > 200)
})

const before = ['', '"', 'https://a', 'a="', '1', '<a ', '1x']
const after = ['', '!', '1']

/** What a pattern makes of a text, as programs use it. */
function used(pattern: RegExp, text: string): void {
  pattern.lastIndex = 0
  if (pattern.global) text.replace(pattern, '')
  else pattern.exec(text)
}

t.test('the time of no pattern grows faster than the text', inLongRun, async (t) => {
  // a pattern of quadratic time takes 5 ms for the short texts, others a hundredth of a ms: only those that may be slow get long ones
  const [short, shortMost, most] = [1500, 1, 100]
  const texts = units.flatMap((unit) => before.flatMap((start) => after.map((end) => ({ unit, start, end }))))
  const textOf = ({ unit, start, end }: (typeof texts)[number], length: number): string =>
    start + repeated(unit, length) + end
  const shortTexts = texts.map((text) => textOf(text, short))
  for (const [name, { pattern, flags, file }] of patterns) {
    if (bounded.some((source) => pattern.startsWith(source))) continue
    const compiled = new RegExp(pattern, flags)
    for (const [i, text] of texts.entries()) {
      const started = performance.now()
      used(compiled, shortTexts[i]!)
      if (performance.now() - started < shortMost && !all) continue
      const full = textOf(text, 100_000)
      const effort = await effortOf(() => used(compiled, full), most)
      if (effort <= most) continue
      t.fail(`${file}: ${name} takes ${Math.round(effort)} ms for ${JSON.stringify(text)}`)
      break
    }
  }
})
