import t from 'tap'
import { catalogue, encode, type Symbology, symbologies } from '../../symbologies/index.ts'

const textOf: { readonly [S in Symbology]?: string } = {
  upca: '012345678905',
  upce: '01234565',
  ean13: '4006381333931',
  ean8: '96385074',
  itf14: '00012345678905',
}

/** The name with one of its letters left out, doubled, or changed for its neighbour. */
function* misspelt(name: string): Generator<string> {
  for (let i = 0; i < name.length; i++) {
    yield name.slice(0, i) + name.slice(i + 1)
    yield name.slice(0, i + 1) + name.slice(i)
    yield name.slice(0, i) + name[i + 1] + name[i] + name.slice(i + 2)
  }
}

for (const symbology of symbologies) {
  t.test(`${symbology}: an option that it does not know is refused by its name, with the nearest`, async (t) => {
    const text = textOf[symbology] ?? '12'
    const names = Object.keys(catalogue[symbology].options)
    const drawn = (options: object): unknown => encode(symbology, text, options as never)
    let proposed = 0
    for (const wrong of [...names.flatMap((name) => [...misspelt(name)]), 'levle', 'checkdigt', 'toString', 'x']) {
      if (names.includes(wrong) || wrong.includes('undefined')) continue
      try {
        drawn({ [wrong]: 1 })
        t.fail(`${wrong} was taken`)
      } catch (error) {
        t.match(error, { name: 'RangeError', message: `${symbology}: "${wrong}" is not an option here` })
        if (names.some((name) => (error as Error).message.includes(`did you mean ${name}?`))) proposed++
      }
    }
    t.ok(names.length === 0 || proposed > 0, 'the nearest is named')
    t.doesNotThrow(() => drawn(Object.fromEntries(names.map((name) => [name, undefined]))))
  })
}
