import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { root } from '../../../../src/root.ts'
import { asked, ignoredIn, type ServiceName, services, type Values } from './compat.ts'

const document = readFileSync(join(root, 'docs/compat.md'), 'utf8')

const sections: { readonly [S in ServiceName]: string } = {
  'bwip-js': 'bwip-js',
  barcodeapi: 'BarcodeAPI',
  qrserver: 'goQR.me',
  google: 'Google Chart',
  'tec-it': 'TEC-IT',
}

/** What draws in each service. */
const plain: { readonly [S in ServiceName]: readonly [query: Values, path: string] } = {
  'bwip-js': [{ bcid: 'qrcode', text: 'A' }, ''],
  barcodeapi: [{}, 'qr/A'],
  qrserver: [{ data: 'A' }, ''],
  google: [{ cht: 'qr', chs: '100x100', chl: 'A' }, ''],
  'tec-it': [{ data: 'A' }, ''],
}

/** The parameters in the table of a section, with what the second column says of each. */
function rowsOf(service: ServiceName): readonly (readonly [name: string, here: string])[] {
  const [, section = ''] = document.split(`\n## ${sections[service]}\n`)
  const [, table = ''] = /\| parameter \| here \|\n\|---\|---\|\n((?:\|.*\n)*)/.exec(section) ?? []
  return table.split('\n').flatMap((row) => {
    const [, names = '', here = ''] = /^\| ((?:`[^`]*`(?:, )?)*) \| (.*) \|$/.exec(row) ?? []
    return [...names.matchAll(/`([^`]*)`/g)].map(([, name]) => [name!, here] as const)
  })
}

for (const service of Object.keys(services) as ServiceName[]) {
  t.test(`${service}: the table of the document is that of the code`, async (t) => {
    const rows = rowsOf(service)
    const isIgnored = ([, here]: readonly [string, string]): boolean => here.startsWith('ignored')
    const served = rows.filter((row) => !isIgnored(row)).map(([name]) => name)
    const parameters = Object.keys(services[service].parameters)
    const inQuery =
      service === 'barcodeapi' ? parameters.filter((name) => name !== 'type' && name !== 'data') : parameters
    t.same(served.toSorted(), inQuery.toSorted(), 'served')
    const [query, path] = plain[service]
    t.same([asked(service, query, path).status, ignoredIn(asked(service, query, path))], [200, []])
    const ignored = rows.filter(isIgnored).map(([name]) => name)
    for (const name of ignored) t.same(ignoredIn(asked(service, { ...query, [name]: '1' }, path)), [name], name)
    t.ok(ignored.length > 1)
  })
}

t.test('the document names the barcode types that are drawn', async (t) => {
  const typesIn = (service: ServiceName, before: RegExp): readonly string[] => {
    const [, section = ''] = document.split(`\n## ${sections[service]}\n`)
    return [...before.exec(section)![1]!.matchAll(/`([^`]*)`/g)].map(([, name]) => name!)
  }
  const texts = [
    'A',
    '4006381333931',
    '(01)09521234543213',
    '96385074',
    '036000291452',
    '04252614',
    '978-1-56581-231-4',
    '0311-175X',
  ]
  const more = ['(00)095201234567891235', '979-0-2605-3211-3', '15400141288763']
  const drawsOneOf = (draw: (text: string) => number): boolean => [...texts, ...more].some((text) => draw(text) === 200)
  const bcids = typesIn('bwip-js', /`bcid`:((?:[ \n]`[^`]*`[,.])+)/)
  for (const bcid of bcids)
    t.ok(
      drawsOneOf((text) => asked('bwip-js', { bcid, text }).status),
      bcid,
    )
  const codes = typesIn('tec-it', /`code`:((?:[ \n]`[^`]*`,)+)/)
  for (const code of codes)
    t.ok(
      drawsOneOf((data) => asked('tec-it', { code, data }).status),
      code,
    )
  const types = typesIn('barcodeapi', /The types:((?: `[^`]*`,)+)/)
  for (const type of types)
    t.ok(
      drawsOneOf((text) => asked('barcodeapi', '', `${type}/${encodeURIComponent(text)}`).status),
      type,
    )
  t.ok(
    bcids.length >= 24 && codes.length >= 22 && types.length >= 23,
    `${bcids.length} ${codes.length} ${types.length}`,
  )
})
