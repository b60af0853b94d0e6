import t from 'tap'
import { parameters } from '../../src/request/params.ts'
import { commonNamesOf, sameName } from '../../src/table/header.ts'
import { TableError, TableReader } from '../../src/table/index.ts'

const names = ['text', 'type', 'caption', 'qty', 'size', 'includetext', 'file', 'content']
const required = ['text', 'type']

/** What the columns of a header mean: the column's text for each parameter, or the code of the error and its message. */
function meanings(line: string, columns = {}, needed: readonly string[] = required, header = true) {
  const reader = new TableReader({ form: { names, required: needed, printed: [] }, columns, header })
  try {
    reader.push(Buffer.from(`${line}\n`))
  } catch (error) {
    if (!(error instanceof TableError)) throw error
    return [error.code, error.message, error.parameter]
  }
  const found = reader.header!.columns.flatMap(({ text, parameters }) => parameters.map((name) => [name, text]))
  return Object.fromEntries(found)
}

t.test('columns are found by their names in any case, and by common names', async (t) => {
  t.same(meanings('text,type,price'), { text: 'text', type: 'type' })
  t.same(meanings('TEXT, Type ,Include-Text,include'), { text: 'TEXT', type: ' Type ', includetext: 'Include-Text' })
  t.same(meanings('EAN;Typ;MENGE;Bezeichnung;Größe;Datei'), {
    text: 'EAN',
    type: 'Typ',
    qty: 'MENGE',
    caption: 'Bezeichnung',
    size: 'Größe',
    file: 'Datei',
  })
  t.same(meanings('codigo;TIPO;Cantidad;Descripcio\u0301n;TAMAN\u0303O'), {
    text: 'codigo',
    type: 'TIPO',
    qty: 'Cantidad',
    caption: 'Descripcio\u0301n',
    size: 'TAMAN\u0303O',
  })
  t.same(meanings('CODE À BARRES;Type de code;Qté;De\u0301signation;Taille;Fichier'), {
    text: 'CODE À BARRES',
    type: 'Type de code',
    qty: 'Qté',
    caption: 'De\u0301signation',
    size: 'Taille',
    file: 'Fichier',
  })
  t.same(meanings('N° EAN ou UPC;Réf article;type'), { text: 'N° EAN ou UPC', type: 'type' })
  t.same(meanings('Réf. article;Nom;type'), { text: 'Réf. article', caption: 'Nom', type: 'type' })
  t.same(meanings('toString,constructor,__proto__,text,type'), { text: 'text', type: 'type' })
})

t.test('a name wins over a common name, and the choice over both', async (t) => {
  t.same(meanings('EAN,text,type'), { text: 'text', type: 'type' })
  t.same(meanings('Text,text,type'), { text: 'text', type: 'type' })
  t.same(meanings('EAN,text,type', { text: 'ean' }), { text: 'EAN', type: 'type' })
  t.same(meanings('EAN,Barcode,type', { text: 'Barcode' }), { text: 'Barcode', type: 'type' })
  t.same(meanings('SKU,type', { text: 'SKU', file: 'SKU' }), { text: 'SKU', type: 'type', file: 'SKU' })
  t.same(meanings('text,type,caption,qty', { caption: 'qty' }), { text: 'text', type: 'type', caption: 'qty' })
  t.same(meanings('text,type,size', { size: '' }), { text: 'text', type: 'type' }, 'no column gives it')
})

t.test(
  'headings of shops and ERPs: numbers of barcodes first, of articles if there are none, of articles without a word for it last',
  async (t) => {
    const text = (line: string) => meanings(line, {}, ['text'])
    for (const heading of [
      'EAN11',
      'GTIN-13',
      'EAN-Nr.',
      'UPC/EAN',
      '"GTIN, UPC, EAN o ISBN"',
      'Código EAN',
      'EAN code',
    ])
      t.same(text(`SKU,${heading},Notes`), { text: heading.replaceAll('"', '') }, heading)
    for (const heading of [
      'SKU',
      'Artikelnummer',
      'Art.-Nr.',
      'Referencia',
      'Ref.',
      'Código de artículo',
      'N.º de artículo',
      'MATNR',
      'Part No.',
    ])
      t.same(text(`Notes,${heading}`), { text: heading }, heading)
    t.same(text('Artikel,Bezeichnung'), { text: 'Artikel', caption: 'Bezeichnung' })
    t.same(text('Artículo,Descripción'), { text: 'Artículo', caption: 'Descripción' })
    t.match(text('Artikel,Regal'), ['missing_parameter'])
    t.match(text('SKU,Referencia'), [
      'invalid_parameter',
      '2 columns could be text: "SKU", "Referencia"; say which it is',
    ])
    t.match(text('EAN count,Notes'), ['missing_parameter'])
    t.match(text(`${'EAN '.repeat(60)},Notes`), ['missing_parameter'])
    t.same(
      meanings('Nr;Artikelnummer;Preis, netto', {}, ['text']),
      { text: 'Artikelnummer' },
      'the delimiter is found by them',
    )
  },
)

t.test('two common names for one parameter: none is used, and what is required must be said', async (t) => {
  const without = { text: 'text', type: 'type' }
  t.same(meanings('text,type,Description,Bezeichnung'), without)
  t.same(meanings('EAN,GTIN,type'), [
    'invalid_parameter',
    '2 columns could be text: "EAN", "GTIN"; say which it is',
    'text',
  ])
  t.same(meanings('EAN,GTIN', {}, []), {}, 'unless it is not required')
  t.same(meanings('text,type,Größe,Groesse,GRÖSSE'), without)
})

t.test('headers with which no row is valid', async (t) => {
  const missing = 'no column text; the header has "type", "price"; say which it is'
  t.same(meanings('type,price'), ['missing_parameter', missing, 'text'])
  t.same(meanings('text,type,text'), ['duplicate_parameter', 'the header has the column text twice', undefined])
  t.match(meanings('Text,type,TEXT'), ['duplicate_parameter'])
  t.match(meanings('a,a,type', { text: 'a' }), ['duplicate_parameter', 'the header has the column a twice'])
  t.match(meanings('a,type', { text: 'b' }), [
    'invalid_parameter',
    'no column "b" for text; the header has "a", "type"',
  ])
  t.match(meanings('text,type', { text: '' }), ['missing_parameter', /no column text/])
  t.match(meanings('"text"x,type'), ['bad_request', /^the header: something follows the closing quote in column 1/])
  t.throws(() => meanings('text,type', { price: 'text' }), {
    code: 'invalid_parameter',
    message: /no column can be price/,
  })
  const long = meanings(Array.from({ length: 30 }, (_, i) => `column ${i} ${'x'.repeat(90)}`).join())
  t.match(long, ['missing_parameter', /"column 9 x+…" and 20 more; say which it is$/])
})

t.test('columns by number, where no heading is that number', async (t) => {
  t.same(meanings('SKU,Kind,Note', { text: '1', type: '2' }), { text: 'SKU', type: 'Kind' })
  t.same(meanings('2,1,type', { text: '1' }), { text: '1', type: 'type' }, 'a heading wins')
  t.same(meanings('a,,type', { text: '2' }), { text: '', type: 'type' }, 'a column without a heading')
  t.match(meanings('a,type', { text: '3' }), [
    'invalid_parameter',
    'no column "3" for text; the header has "a", "type"',
  ])
  t.match(meanings('a,type', { text: '0' }), ['invalid_parameter', /no column "0"/])
})

t.test('without a header columns have numbers, and a single one is the text', async (t) => {
  const bare = (line: string, columns = {}, needed: readonly string[] = ['text']) =>
    meanings(line, columns, needed, false)
  t.same(bare('SN-01'), { text: '1' })
  t.same(bare('text,type', { text: '2' }), { text: '2' }, 'the first line names nothing')
  t.same(bare('SN-01', { text: '' }, []), {}, 'unless it is to be nothing')
  t.same(bare('a,b'), [
    'missing_parameter',
    'no column text; the first row has 2 columns, numbered from 1; say which it is',
    'text',
  ])
  t.same(bare('a', {}, required), [
    'missing_parameter',
    'no column type; the first row has 1 column, numbered from 1; say which it is',
    'type',
  ])
  t.match(bare('a,b', { text: '3' }), [
    'invalid_parameter',
    'no column "3" for text; the first row has 2 columns, numbered from 1',
  ])
  t.match(bare('a,b', { text: 'EAN' }), ['invalid_parameter', /^no column "EAN" for text; the first row has 2 columns/])
})

t.test('a column called content is the text, and gives the kind of content if it is chosen for it', async (t) => {
  t.match(meanings('Content,type'), { text: 'Content' })
  t.notOk('content' in Object(meanings('Content,type')))
  t.match(meanings('Text,Content,type', { content: 'Content' }), { text: 'Text', content: 'Content' })
})

t.test('several columns give a caption together, and nothing but words is given so', async (t) => {
  const joined = (line: string, caption: string) => meanings(`${line},type,text`, { caption })
  t.match(joined('Name,Place', 'Name+Place'), { caption: 'Place' })
  t.match(joined('Name,A+B', '"A+B"+Name'), { caption: 'A+B' })
  t.match(joined('Name,A+B', 'A+B'), { caption: 'A+B' }, 'a heading with a plus is one')
  t.match(joined('"A,""B""",Name', '"A,""B"""+Name'), { caption: 'Name' })
  t.match(joined('Name,Place', '1+2'), { caption: 'Place' })
  t.match(joined('Name,Place', 'Name+Shelf'), ['invalid_parameter', /^no column "Shelf" for caption; the header has/])
  const advice =
    /^no column "Item name Place" .*; for several columns write Item name\+Place, in a query Item name%2BPlace$/
  t.match(joined('Item Name,Place', 'Item name Place'), ['invalid_parameter', advice])
  t.match(joined('Name,Place', 'Name Shelf'), ['invalid_parameter', /"text"$/])
  t.match(meanings('a,b,type', { text: 'a+b' }), [
    'invalid_parameter',
    'text: "a+b" is several columns, of which only caption and title can be',
  ])
})

t.test('a common name means one parameter, and is not the name of another', async (t) => {
  const known = [...Object.keys(parameters.label), ...Object.keys(parameters.barcode), 'file']
  const all = known.flatMap((name) => commonNamesOf(name).map((text) => [text, name] as const))
  t.ok(all.length > 60)
  const owners = new Map(all)
  t.same(
    all.filter(([text, name]) => owners.get(text) !== name),
    [],
  )
  t.same(
    all.filter(([text]) => known.some((name) => name !== 'content' && sameName(name) === text)),
    [],
    'but for the kind of content, which a column gives only if it is chosen for it',
  )
})

t.test(
  'headings are fields by name or title, without case, accents and punctuation; what is left over is named',
  async (t) => {
    const titles = {
      lot: 'Los / Charge',
      'Menge-Stk': 'Menge (Stk)',
      'column-5': '5',
      sku: 'Artículo',
      note: undefined,
    }
    const names = Object.keys(titles)
    const form = { names, required: [], printed: names, fields: new Map(Object.entries(titles)) }
    const found = (line: string) => {
      const reader = new TableReader({ form })
      reader.push(Buffer.from(`${line}\n`))
      const meant = reader.header!.columns.flatMap(({ text, parameters }) => parameters.map((name) => [name, text]))
      return [Object.fromEntries(meant), reader.ignored, reader.unfilled]
    }
    t.same(found('5,6,LOT,menge stk,"articulo!"'), [
      { 'column-5': '5', lot: 'LOT', 'Menge-Stk': 'menge stk', sku: 'articulo!' },
      ['6'],
      ['note'],
    ])
    t.same(found('Los/Charge,Menge (Stk.),Sku'), [
      { lot: 'Los/Charge', 'Menge-Stk': 'Menge (Stk.)', sku: 'Sku' },
      [],
      ['column-5', 'note'],
    ])
    t.same(found('a;b|Menge (Stk)')[1], ['a;b'], 'a title tells the delimiter')
    t.same(found('lot,Los / Charge,other'), [{ lot: 'lot' }, ['Los / Charge', 'other'], names.slice(1)], 'names first')
  },
)

t.test('a header has so many headings at most; columns without one do not count', async (t) => {
  const header = (count: number) => ['text', ...Array.from({ length: count - 1 }, (_, i) => `c${i}`)].join(',')
  const reader = (line: string) => {
    const made = new TableReader({ form: { names, required: ['text'], printed: [] } })
    made.push(Buffer.from(`${line}\n`))
    return made.header!.columns.length
  }
  t.equal(reader(header(2000)), 2000)
  t.equal(reader(`${header(10)}${','.repeat(16_000)}`), 16_010)
  t.throws(() => reader(header(2001)), { code: 'bad_request', message: 'the header names more than 2000 columns' })
})
