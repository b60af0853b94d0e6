import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import t from 'tap'
import { designSchema } from '../../src/design/schema.ts'
import { greyFile, logo } from '../design/random-design.ts'
import { pngPicture } from '../oracle/picture.ts'
import { zxingTexts } from '../oracle/zxing.ts'
import { quietzone } from './program.ts'

const shelf = {
  name: 'shelf',
  size: '57x32mm',
  fields: { sku: { required: true, pattern: '[A-Z0-9-]{1,20}', sample: 'A-1' }, name: {} },
  elements: [
    { kind: 'text', at: [2, 2], size: [40, 6], value: '{name}' },
    { kind: 'symbol', at: [2, 10], size: [40, 18], type: 'code128', value: '{sku}', text: true },
    { kind: 'image', at: [44, 2], size: [10, 6], source: 'logo.png' },
  ],
}

t.test('quietzone design', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'design-'))
  t.teardown(() => rmSync(folder, { recursive: true }))
  writeFileSync(
    join(folder, 'logo.png'),
    greyFile(100, 60, (x, y) => (x + y) % 256),
  )
  const write = (json: object): void => writeFileSync(join(folder, 'shelf.json'), JSON.stringify(json, null, 1))
  const run = async (...args: string[]): Promise<{ code: number | null; stdout: string; stderr: string }> => {
    const { code, stdout, stderr } = await quietzone(['design', ...args], { cwd: folder })
    return { code, stdout: stdout.toString(), stderr }
  }
  write(shelf)
  t.match(await run('shelf.json'), {
    code: 0,
    stdout: 'shelf.json: design shelf, 57x32mm, 2 fields, 3 elements; no warnings\n',
    stderr: '',
  })
  t.match(await run('shelf.json', '-f', 'sku=B-2', '--field', 'name=Bolt 界', '--dpi', '203', '-o', 'label.png'), {
    code: 0,
    stdout: '',
    stderr: '',
  })
  const picture = pngPicture(readFileSync(join(folder, 'label.png')))
  t.same([picture.width, picture.height], [456, 256])
  t.same(await zxingTexts(picture, 'code128'), ['B-2'])
  t.match(await run('shelf.json', '-o', 'label.png'), { code: 1, stderr: /missing_field: sku: / })
  t.match(await run('shelf.json', '-f', 'sku=b'), { code: 1, stderr: /invalid_field: sku: "b" does not match/ })
  t.match(await run('shelf.json', '-f', 'sku'), { code: 2, stderr: /"sku" is not NAME=VALUE/ })
  t.match(await run('shelf.json', '-f', 'x=1'), {
    code: 2,
    stderr: /"x" is not a field of the design; it has sku, name/,
  })
  t.match(await run('none.json'), { code: 3, stderr: /none\.json cannot be read/ })
  t.match(await run(), { code: 2, stderr: /no design given/ })
  t.same(JSON.parse((await run('--schema')).stdout), designSchema)
  write({
    ...shelf,
    size: '57',
    elements: [
      { ...shelf.elements[2], source: '../x.png' },
      { ...shelf.elements[2], source: 'x.png' },
    ],
  })
  t.match(await run('shelf.json'), {
    code: 3,
    stdout: '',
    stderr:
      /^shelf\.json: line 3: size: .*\n.*: elements\[0\]\.source: "\.\.\/x\.png" is not the name.*\n.*elements\[1\]\.source: cannot be read: /,
  })
  write({ ...shelf, elements: [...shelf.elements, { kind: 'image', at: [5, 15], size: [20, 12], source: logo }] })
  t.match(await run('shelf.json'), { code: 1, stderr: /warning: ink_in_quiet_zone; element 4 \(image\) has ink/ })
  t.match(await run('shelf.json', '--strict', '-f', 'sku=A', '-o', 'x.png'), { code: 1, stderr: /not_conforming/ })
  write({ ...shelf, fields: { sku: { required: true }, name: {} } })
  t.match(await run('shelf.json'), { code: 0, stdout: /; no label was laid out, without a sample of sku\n$/ })
})
