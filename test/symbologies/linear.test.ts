import assert from 'node:assert/strict'
import fc from 'fast-check'
import t from 'tap'
import './code128.part.ts'
import './linear-options.part.ts'
import { type Barcode, EncodeError, encode, type Symbology } from '../../symbologies/index.ts'
import { bwipWidths } from '../oracle/bwip.ts'
import { modulesOf, vectors } from '../oracle/linear.ts'
import { plainPicture } from '../oracle/picture.ts'
import { zintAbsent, zintModules } from '../oracle/zint.ts'
import { readAs, zxingTexts } from '../oracle/zxing.ts'
import { forAll, forAllInBatches } from '../random.ts'
import { shortText, textsFor, textsOf } from '../texts.ts'

const digits = '0123456789'

/** The lengths of runs, which are the widths of bars and spaces in turn. */
const widthsOf = (modules: string): string => modules.replace(/1+|0+/g, (run) => String(run.length))
const encoded = (symbology: Symbology, text: string): string => widthsOf(modulesOf(encode(symbology, text)))
/** Drawings with other ratios have the same wide elements. */
const ratio3 = (widths: string): string => widths.replace(/2/g, '3')

const others = ['ean13', 'ean8', 'upca', 'upce', 'code39', 'itf14'] as const

t.test('worked examples', async (t) => {
  const { modules, checkDigits } = vectors()
  for (const { symbology, source, text, widths } of modules) t.equal(encoded(symbology, text), widths, source)
  for (const { symbology, text, digits } of checkDigits) {
    const { trace } = encode(symbology, text)
    t.equal(trace.digits, digits)
    t.equal(trace.given, false)
    t.equal(encode(symbology, digits).trace.given, true)
    const sum = trace.weights.reduce((sum, weight, i) => sum + weight * Number(digits[i]), 0)
    t.equal(trace.sum, sum)
    t.equal((sum + Number(digits.at(-1))) % 10, 0)
  }
})

t.test('bars are those of bwip-js', async (t) => {
  for (const symbology of others) {
    await forAll([textsFor[symbology]], { count: 500 }, (text) => {
      const theirs = bwipWidths(symbology, text).join('')
      assert.equal(encoded(symbology, text), symbology === 'itf14' ? ratio3(theirs) : theirs)
    })
    t.pass(symbology)
  }
})

t.test('bars are those of zint', { skip: zintAbsent }, async (t) => {
  const types = { ean13: 'EANX', ean8: 'EANX', upca: 'UPCA', upce: 'UPCE', code39: 'CODE39', itf14: 'ITF14' }
  for (const symbology of others) {
    const texts = textsFor[symbology].filter((text) => symbology !== 'upce' || isPrescribed(text.slice(1)))
    await forAllInBatches(texts, { count: 500, size: 5000 }, (batch) => {
      const theirs = zintModules(types[symbology], batch).map(widthsOf)
      return batch.map((text, i) => {
        const wanted = symbology === 'code39' ? ratio3(theirs[i]!) : theirs[i]!
        return encoded(symbology, text) === wanted ? undefined : 'other bars'
      })
    })
    t.pass(symbology)
  }
})

/** Whether six digits of UPC-E are what zero suppression gives; zint refuses the others. */
function isPrescribed(six: string): boolean {
  return /[012]$|[3-9]..3$|[1-9].4$|[1-9][5-9]$/.test(six)
}

t.test('zxing-cpp reads the encoded text', async (t) => {
  const scales = fc.integer({ min: 1, max: 3 })
  for (const symbology of others) {
    await forAll([textsFor[symbology], scales], { count: 500, times: 4 }, async (text, dots) => {
      const barcode = encode(symbology, text)
      assert.deepEqual(await zxingTexts(plainPicture(barcode, dots), symbology), [readAs(barcode, text)])
    })
    t.pass(symbology)
  }
})

// GS1 General Specifications, 5.2: the UPC-A of the six digits abcdef, by the last of them; s is the number system.
const expansions: Record<string, string> = {
  0: 'sab00000cde',
  1: 'sab10000cde',
  2: 'sab20000cde',
  3: 'sabc00000de',
  4: 'sabcd00000e',
  5: 'sabcde00005',
  6: 'sabcde00006',
  7: 'sabcde00007',
  8: 'sabcde00008',
  9: 'sabcde00009',
}

t.test('UPC-E is the UPC-A of the table, in all its forms', async () => {
  await forAll([fc.constantFrom('0', '1'), textsOf(digits, 6)], { count: 5000 }, (system, six) => {
    const upca = expansions[six[5]!]!.replace('s', system).replace(/[a-e]/g, (letter) => six['abcde'.indexOf(letter)]!)
    const whole = encode('upca', upca).trace.digits
    const barcode = encode('upce', system + six)
    const same = [`${system}${six}${whole[11]}`, ...(system === '0' ? [six] : [])]
    if (isPrescribed(six)) same.push(upca, whole)
    assert.deepEqual([barcode.trace.digits, barcode.trace.suppressed], [whole, six])
    for (const text of same) assert.equal(modulesOf(encode('upce', text)), modulesOf(barcode), text)
    // The endings that are not prescribed: their UPC-A has a shorter way, which the long forms take.
    const again = encode('upce', whole).trace
    assert.deepEqual([again.digits, again.suppressed === six], [whole, isPrescribed(six)])
  })
})

t.test('captions, guards, quiet zones and bearers', async (t) => {
  const face = (symbology: Symbology, text: string) => {
    const { captions, guards, quiet, bearer, matrix } = encode(symbology, text) as Barcode
    const placed = captions.map((caption) =>
      caption.kind === 'line' ? caption.text : `${caption.text} ${caption.columns.from}..${caption.columns.to}`,
    )
    const small = captions.filter((caption) => caption.kind === 'outer' && caption.small).length
    const lowered = guards?.map(({ from, to }) => [from, to])
    return {
      placed,
      small,
      lowered,
      quiet: [quiet.left, quiet.right, quiet.top, quiet.bottom],
      bearer,
      width: matrix.width,
    }
  }
  t.match(face('ean13', '590123412345'), {
    placed: ['5 -9..-2', '901234 3..45', '123457 50..92'],
    small: 0,
    lowered: [
      [0, 3],
      [45, 50],
      [92, 95],
    ],
    quiet: [11, 7, 0, 0],
    width: 95,
  })
  t.match(face('ean8', '9638507'), {
    placed: ['9638 3..31', '5074 36..64'],
    lowered: [
      [0, 3],
      [31, 36],
      [64, 67],
    ],
    quiet: [7, 7, 0, 0],
    width: 67,
  })
  t.match(face('upca', '03600029145'), {
    placed: ['0 -9..-5', '36000 10..45', '29145 50..85', '2 100..104'],
    small: 2,
    lowered: [
      [0, 10],
      [45, 50],
      [85, 95],
    ],
    quiet: [9, 9, 0, 0],
    width: 95,
  })
  t.match(face('upce', '123456'), {
    placed: ['0 -9..-5', '123456 3..45', '5 54..58'],
    small: 2,
    lowered: [
      [0, 3],
      [45, 51],
    ],
    quiet: [9, 7, 0, 0],
    width: 51,
  })
  t.match(face('itf14', '1540014128876'), { placed: ['15400141288763'], bearer: 2, quiet: [10, 10, 0, 0], width: 135 })
  t.match(face('code39', 'A B'), {
    placed: ['A B'],
    bearer: undefined,
    lowered: undefined,
    quiet: [10, 10, 0, 0],
    width: 79,
  })
  t.match(face('code128', 'a\tb'), { placed: ['a\tb'], lowered: undefined, quiet: [10, 10, 0, 0], width: 79 })
})

t.test('lowered bars begin and end the symbol and no other bar is cut by their edges', async (t) => {
  for (const symbology of ['ean13', 'ean8', 'upca', 'upce'] as const) {
    const barcode = encode(symbology, shortText[symbology])
    const modules = modulesOf(barcode)
    const cut = barcode
      .guards!.flatMap(({ from, to }) => [from, to])
      .filter((x) => modules.slice(x - 1, x + 1) === '11')
    t.same(cut, [], symbology)
    t.equal(barcode.guards![0]!.from, 0)
    t.equal(barcode.guards!.at(-1)!.to, modules.length)
  }
})

t.test('number sets', async (t) => {
  t.equal(encode('ean13', '590123412345').trace.numberSets, 'ABBAABCCCCCC')
  t.equal(encode('ean8', '9638507').trace.numberSets, 'AAAACCCC')
  t.equal(encode('upca', '03600029145').trace.numberSets, 'AAAAAACCCCCC')
  t.equal(encode('upce', '0123456').trace.numberSets, 'BAABBA')
  t.equal(encode('upce', '1123456').trace.numberSets, 'AABBAB')
  t.same([...encode('code39', '0Z%').trace.values], [0, 35, 42])
})

t.test('refusals name what, where, and what was wanted', async (t) => {
  t.throws(() => encode('code39', 'A\u{e0041}'), { message: /^code39: "\\udb40\\udc41" \(U\+E0041\) at position 2;/ })
  for (const { symbology, text, error: wanted } of vectors().refusals) {
    try {
      encode(symbology, text)
      t.fail(`${symbology} took ${JSON.stringify(text)}`)
    } catch (error) {
      t.ok(error instanceof EncodeError)
      if (!(error instanceof EncodeError)) continue
      t.same({ code: error.code, message: error.message, at: error.at }, { at: undefined, ...wanted }, wanted.message)
    }
  }
})

/** The message for a text that the symbology refuses as invalid_character, after `accepted: digits 0 to 9`. */
function adviceFor(symbology: Symbology, text: string): string | undefined {
  try {
    encode(symbology, text)
    return undefined
  } catch (error) {
    if (!(error instanceof EncodeError) || error.code !== 'invalid_character') return undefined
    return /accepted: digits 0 to 9(.*)$/s.exec(error.message)?.[1]
  }
}

const separators = [...' -\u00a0\u2009\u202f\u2010\u2011\u2012\u2013\u2014\u2015\u2212']

t.test('the message shows the digits without blanks and hyphens if these are accepted', async (t) => {
  const shown: [Symbology, string, string][] = [
    ['ean13', '978-3-16-148410-0', '9783161484100'],
    ['ean13', '978-3-16-148410', '978316148410'],
    ['ean13', '4 006381 333931', '4006381333931'],
    ['ean13', ' 4006381333931\u00a0', '4006381333931'],
    ['ean8', '9638-5074', '96385074'],
    ['upca', '0 36000 29145 2', '036000291452'],
    ['upce', '0 123456 5', '01234565'],
    ['upce', '123 456', '123456'],
    ['upce', '0-12345-00006-5', '012345000065'],
    ['itf14', '154 00141 28876 3', '15400141288763'],
  ]
  for (const [symbology, text, digits] of shown) {
    t.equal(adviceFor(symbology, text), `; without blanks and hyphens: ${digits}`, `${symbology} ${text}`)
  }
  t.equal(adviceFor('ean13', '978-3-16-14841\u0660-0'), '; in digits of ASCII: 9783161484100')
  const [, text] = shown[0]!
  t.throws(() => encode('ean13', text), {
    code: 'invalid_character',
    at: 4,
    message: 'ean13: "-" at position 4; accepted: digits 0 to 9; without blanks and hyphens: 9783161484100',
  })
  const notShown: [Symbology, string][] = [
    ['ean13', '978-3-16-148410-1'],
    ['ean13', '978-3-16-14841'],
    ['ean13', '978-3-16-148410-X'],
    ['ean13', '978.3.16.148410.0'],
    ['ean13', ' '],
    ['ean13', '-'.repeat(100_000)],
    ['ean8', '9638-5075'],
    ['upce', '2 123456'],
    ['upce', '0 123456 6'],
    ['upce', '0-12345-67890'],
    ['upce', '9-12345-00006-5'],
    ['itf14', '154 00141 28876 4'],
  ]
  for (const [symbology, text] of notShown) t.equal(adviceFor(symbology, text), '', `${symbology} ${text.slice(0, 40)}`)
})

t.test('the digits in the message are those of the text, and are accepted', async (t) => {
  const count = { shown: 0, others: 0 }
  const keys = fc.constantFrom('ean13', 'ean8', 'upca', 'upce', 'itf14').chain((symbology) => {
    const changed = fc.oneof(textsFor[symbology], textsOf(digits, 1, 15))
    return fc.record({ symbology: fc.constant(symbology), changed })
  })
  // before each digit nothing, three times out of four, or a separator
  const before = fc.array(fc.oneof({ weight: 3, arbitrary: fc.constant('') }, fc.constantFrom(...separators)), {
    minLength: 15,
    maxLength: 15,
  })
  await forAll([keys, before], { count: 2000 }, ({ symbology, changed }, before) => {
    const text = Array.from(changed, (digit, i) => before[i] + digit).join('')
    if (text === changed) return
    const shown = isAccepted(symbology, changed)
    assert.equal(adviceFor(symbology, text), shown ? `; without blanks and hyphens: ${changed}` : '')
    count[shown ? 'shown' : 'others']++
  })
  t.ok(count.shown > 100 && count.others > 100, JSON.stringify(count))
})

function isAccepted(symbology: Symbology, text: string): boolean {
  try {
    return encode(symbology, text).symbology === symbology
  } catch {
    return false
  }
}
