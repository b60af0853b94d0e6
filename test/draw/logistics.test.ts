import { deepEqual } from 'node:assert/strict'
import t from 'tap'
import { type LogisticLabel, type LogisticRequest, logisticLabel } from '../../src/draw/logistics.ts'
import { FitError } from '../../src/layout/fit.ts'
import { dpis, millimetres, resolutions } from '../../src/layout/resolution.ts'
import type { Mark } from '../../src/layout/scene.ts'
import { png } from '../../src/render/deflate.ts'
import { gs1Message, identifierOf, identifiers } from '../../symbologies/gs1/index.ts'
import { applications } from '../../symbologies/index.ts'
import { on4x6, refusal } from '../layout/logistic-labels.ts'
import { pngPicture } from '../oracle/picture.ts'
import { zxingTexts } from '../oracle/zxing.ts'
import { drawn, forAll, inLongRun, type Random } from '../random.ts'
import { randomPairs } from '../symbologies/gs1/messages.ts'
import { validValue } from '../symbologies/gs1/values.ts'

const usual = '(00)395011015300000011(02)09501101530010(15)261231(10)AB-12(37)50'
const short = '(00)395011015300000011'

const stocks = ['4x6', '100x150'] as const
const every = stocks.flatMap((size) => dpis.map((dpi) => ({ ...on4x6, size, resolution: resolutions[dpi] })))

const captionsOf = ({ symbols }: LogisticLabel): string[] =>
  symbols.map(({ captions }) => captions.map(({ text }) => text).join(''))

t.test('the symbols are of GS1-128', async (t) => {
  const picture = pngPicture(png(logisticLabel(usual, on4x6).scene))
  const marked = await zxingTexts(picture, 'code128', { textMode: 'HRI' })
  t.same(marked.toSorted(), captionsOf(logisticLabel(usual, on4x6)).toSorted())
})

t.test('doubts about the message are told, but not its length, which is divided', async (t) => {
  const text = '(00)395011015300000011(02)09501101530010(10)ABCDEF(15)261231'
  t.same(
    logisticLabel(text, on4x6).doubts.map((doubt) => [doubt.code, 'ai' in doubt && doubt.ai]),
    [['gs1_missing_ai', '02']],
  )
})

t.test('a module width is kept, and an application has its own', async (t) => {
  const wide = `${short}(02)09501101530010(37)50(10)ABCDEFGHIJKLMNOPQRST`
  t.equal(logisticLabel(wide, { ...on4x6, module: 2 }).scene.module, 2)
  t.match(refusal(`${wide}(400)${'A'.repeat(20)}`, { ...on4x6, module: 5 }).message, /xdim=0.5 is the largest/)
  for (const application of applications) {
    const { scene } = logisticLabel(short, { ...on4x6, application, resolution: resolutions[300] })
    t.ok(scene.module >= 1, application)
  }
  const { scene } = logisticLabel(short, { ...on4x6, application: 'identification', resolution: resolutions[300] })
  t.equal(scene.module, 5)
})

/** The box that a mark's ink, or the bars with their quiet zones, take. */
function boxOf(mark: Mark, module: number): { left: number; top: number; right: number; bottom: number } {
  if (mark.kind === 'text') {
    const { left, top, right, bottom } = mark.line.ink
    return { left: mark.x + left, top: mark.y + top, right: mark.x + right, bottom: mark.y + bottom }
  }
  if (mark.kind !== 'modules') throw new Error('a logistic label has modules and words alone')
  const { xs, ys } = mark
  return { left: xs[0]! - 10 * module, top: ys[0]!, right: xs.at(-1)! + 10 * module, bottom: ys.at(-1)! }
}

/** What is wrong with the places of a label's marks. */
function placeFaults({ scene }: LogisticLabel, { resolution }: LogisticRequest): string[] {
  const { width, height, marks, module } = scene
  const margin = 3 * resolution.perMillimetre - 1
  const boxes = marks.map((mark) => boxOf(mark, module))
  return boxes.flatMap((box, i) => {
    const isBars = marks[i]!.kind === 'modules'
    const inset = isBars ? Math.max(0, margin - 10 * module) : margin
    const isInside = box.left >= (isBars ? 0 : margin) && box.right <= width - (isBars ? 0 : margin)
    const isHigh = box.top >= margin && box.bottom <= height - margin
    const hit = boxes.findIndex((other, j) => {
      if (j <= i) return false
      return box.left < other.right && other.left < box.right && box.top < other.bottom && other.top < box.bottom
    })
    return [
      ...(isInside && isHigh && box.left >= inset - 1 ? [] : [`mark ${i} is not within the label`]),
      ...(hit < 0 ? [] : [`marks ${i} and ${hit} overlap`]),
    ]
  })
}

/** The elements of a label's symbols, from top to bottom. */
const carriedBy = (label: LogisticLabel): string[] =>
  label.symbols.flatMap(({ captions }) =>
    captions.flatMap((caption) => ('elements' in caption ? caption.elements : [])),
  )

const common = identifiers().filter(({ ai }) => /^(02|1[0-7]|20|21|37|3[13]0[0-3]|400|403|41\d|420|9[0-3])$/.test(ai))

function randomMessage(r: Random): { ai: string; value: string }[] {
  const others = randomPairs(r, r.pick([1, 3, 5, 8, 40]), r.between(0, 3) > 0 ? common : identifiers())
  const brief = others.map(({ ai, value }) =>
    /^(10|21|400|403|420|9\d)$/.test(ai) ? { ai, value: value.slice(0, 6) } : { ai, value },
  )
  const sscc = { ai: '00', value: validValue(r, identifierOf('00')!) }
  const at = r.between(0, brief.length)
  return [
    ...brief.filter(({ ai }) => ai !== '00').slice(0, at),
    sscc,
    ...brief.filter(({ ai }) => ai !== '00').slice(at),
  ]
}

const bracketed = (pairs: readonly { ai: string; value: string }[]): string =>
  pairs.map(({ ai, value }) => `(${ai})${value.replace(/[()]/g, '\\$&')}`).join('')

t.test('random messages: drawn with each element once, or told what to leave out', inLongRun, async (t) => {
  const counts = { drawn: 0, refused: 0 }
  const requests = drawn((r) => ({
    ...r.pick(every),
    showtext: r.between(0, 3) > 0,
    ...(r.between(0, 4) === 0 && { module: r.between(1, 6) }),
  }))
  await forAll([drawn(randomMessage), requests], { count: 200 }, (pairs, request) => {
    const text = bracketed(pairs)
    if (gs1Message(text).faults.some(({ code }) => code !== 'gs1_missing_ai')) return
    try {
      const label = logisticLabel(text, request)
      counts.drawn++
      deepEqual(labelFaults(label, pairs, request), [])
    } catch (error) {
      if (!(error instanceof FitError)) throw error
      counts.refused++
      deepEqual(adviceFaults(error, pairs, request), [])
    }
  })
  t.ok(counts.drawn > 5 && counts.refused > 5, JSON.stringify(counts))
})

function labelFaults(
  label: LogisticLabel,
  pairs: readonly { ai: string; value: string }[],
  request: LogisticRequest,
): string[] {
  const { scene, symbols } = label
  const { resolution } = request
  const sscc = pairs.find(({ ai }) => ai === '00')!
  const x = millimetres(scene.module, resolution)
  const isGood = request.module === undefined ? x >= 0.495 && x <= 0.94 : scene.module === request.module
  const wanted = pairs.map(({ ai, value }) => `(${ai})${value}`).toSorted()
  return [
    ...placeFaults(label, request),
    ...(isGood ? [] : [`X of ${x}`]),
    ...(JSON.stringify(carriedBy(label).toSorted()) === JSON.stringify(wanted) ? [] : ['not each element once']),
    ...(captionsOf(label).at(-1) === `(00)${sscc.value}` ? [] : ['the SSCC is not the lowest']),
    ...(symbols.every(({ matrix }) => matrix.width * scene.module + 20 * scene.module <= scene.width)
      ? []
      : ['too wide']),
  ]
}

/** What comes of the advice, when it is followed. */
function adviceFaults(
  { message, parameter }: FitError,
  pairs: readonly { ai: string; value: string }[],
  request: LogisticRequest,
): string[] {
  const fits = (kept: typeof pairs, changes: Partial<LogisticRequest> = {}): string[] => {
    try {
      logisticLabel(bracketed(kept), { ...request, ...changes })
      return []
    } catch (error) {
      return [`${message}: ${error}`]
    }
  }
  if (parameter === 'xdim') {
    const xdim = Number(/xdim=([\d.]+)/.exec(message)![1])
    return fits([pairs.find(({ ai }) => ai === '00')!], { module: Math.round(xdim * request.resolution.perMillimetre) })
  }
  const [, allBut, list] = /leave out (all but )?((?:\(\d+\)(?:, )?)+)/.exec(message)!
  const told = [...list!.matchAll(/\d+/g)].map(([ai]) => ai)
  const kept = pairs.filter(({ ai }) => told.includes(ai) === (allBut !== undefined))
  const missing = (some: typeof pairs): (string | undefined)[] => gs1Message(bracketed(some)).faults.map(({ ai }) => ai)
  const lacking = missing(kept).filter((ai) => !missing(pairs).includes(ai))
  const [, size] = /size=(\S+) holds all/.exec(message) ?? []
  return [
    ...fits(kept),
    ...(lacking.length > 0 ? [`${message}: ${lacking.join(', ')} would then lack a companion`] : []),
    ...(size === undefined ? [] : fits(pairs, { size: size as '4x6' })),
    ...(message.includes('showtext=false') ? fits(pairs, { showtext: false }) : []),
    ...(message.includes('without xdim') ? fits(pairs, { module: undefined }) : []),
  ]
}
