import t from 'tap'
import { type Chosen, columnsIn, mappingOf, unknownIn } from '../../src/table/mapping.ts'
import { headingsIn, sheetOf } from '../../src/table/sheet.ts'
import { batchOf, bytesIn, meanings } from '../pages/browser/many/tables.ts'

const columnsOf = (table: string, headings = 0) =>
  columnsIn(sheetOf(bytesIn(table), meanings), headings < 0 ? undefined : headings)
const meant = (table: string, chosen: Chosen = {}, headings = 0) =>
  Object.fromEntries(
    [...mappingOf(columnsOf(table, headings), chosen, meanings)].map(([name, { said, by }]) => [name, [said, by]]),
  )
const values = (table: string, chosen: Chosen) => batchOf(bytesIn(table), chosen).row(0).values

t.test('columns have a heading, a number if that is not theirs alone, and a sample', async (t) => {
  t.same(columnsOf('EAN,,Name,Name,,\n,x,,N1,,\n4,y,,,,\n'), [
    { index: 0, heading: 'EAN', key: 'EAN', sample: '4' },
    { index: 1, heading: '', key: '2', sample: 'x' },
    { index: 2, heading: 'Name', key: '3', sample: '' },
    { index: 3, heading: 'Name', key: '4', sample: 'N1' },
  ])
  t.match(columnsOf('A,1\nB,2\n', -1), [
    { key: '1', heading: '', sample: 'A' },
    { key: '2', sample: '1' },
  ])
})

t.test('what nobody has chosen is guessed, and says so', async (t) => {
  t.same(meant('qty,EAN,Bezeichnung,Preis\n1,2,3,4\n'), {
    qty: [['qty'], 'name'],
    text: [['EAN'], 'guess'],
    caption: [['Bezeichnung'], 'guess'],
  })
  t.same(meant('EAN,Code,Name\n1,2,3\n'), { caption: [['Name'], 'guess'] }, 'two could be the text, so neither is')
  t.same(meant('A-1\nA-2\n', {}, -1), { text: [['1'], 'guess'] }, 'of one column')
  t.same(meant('A-1,x\nA-2,y\n', {}, -1), {})
})

t.test('a guess has to fit what is below the heading, and a name goes before a description', async (t) => {
  t.same(meant('EAN,Tipo,Menge\n1,simple,"2,5 kg"\n'), { text: [['EAN'], 'guess'] })
  t.same(meant('EAN,Typ,Menge\n1,EAN-13,25\n'), {
    text: [['EAN'], 'guess'],
    type: [['Typ'], 'guess'],
    qty: [['Menge'], 'guess'],
  })
  t.same(meant('SKU,Nombre,Descripción\n1,2,3\n').caption, [['Nombre'], 'guess'])
  t.same(meant('SKU,Beschreibung,Bezeichnung\n1,2,3\n').caption, [['Bezeichnung'], 'guess'])
  t.same(meant('SKU,Name,Produkt\n1,2,3\n').caption, undefined)
  t.same(meant('UPC,Item\n1,2\n').caption, [['Item'], 'guess'])
  t.same(meant('Artículo,Descripción\n1,2\n'), { text: [['Artículo'], 'guess'], caption: [['Descripción'], 'guess'] })
})

t.test('what a person chose goes before guesses, and is not guessed again', async (t) => {
  t.same(meant('EAN,Code,Name\n1,2,3\n', { text: ['Code'], caption: [] }), {
    text: [['Code'], 'person'],
    caption: [[], 'person'],
  })
  t.same(meant('EAN,Name\n1,2\n', { title: ['Name'] }), { title: [['Name'], 'person'], text: [['EAN'], 'guess'] })
  t.same(
    meant('Artikelnummer,Bezeichnung\n1,2\n', { caption: ['Bezeichnung', 'Artikelnummer'] }),
    { caption: [['Bezeichnung', 'Artikelnummer'], 'person'], text: [['Artikelnummer'], 'guess'] },
    'words take nothing away from the barcode',
  )
  t.same(meant('EAN,Name\n1,2\n', { title: ['Gone'] }), { text: [['EAN'], 'guess'], caption: [['Name'], 'guess'] })
})

t.test('several columns are lines, and a pattern puts columns into a text', async (t) => {
  const table = 'SKU,Lot,Name,Place,Empty\nA 1,7,Bolt,Aisle 3,\n'
  t.same(values(table, { caption: ['Name', 'Place'], text: '{SKU}/{ Lot }{x}' }), {
    text: 'A 1/7{x}',
    caption: 'Bolt\nAisle 3',
  })
  t.same(values(table, { caption: ['Empty', 'Name'] }), { text: 'A 1', caption: 'Bolt' }, 'an empty cell is no line')
  t.same(values(table, { text: 'Fixed' }), { text: 'Fixed', caption: 'Bolt' })
  t.match(batchOf(bytesIn(table), { text: '-{Empty}-' }).row(0).problems, [{ problem: { kind: 'noText' } }])
  t.match(batchOf(bytesIn('SKU,Lot\nA,#N/A\n'), { text: '{SKU}{Lot}' }).row(0).problems, [
    { parameter: 'text', problem: { kind: 'spreadsheetError' } },
  ])
  t.equal(unknownIn('{SKU}{Lots}', columnsOf(table)), 'Lots')
  t.equal(unknownIn('{SKU} { Lot }', columnsOf(table)), undefined)
})

t.test('fields of a design are known by their titles too', async (t) => {
  const titles = new Map([
    ['sku', 'Article no.'],
    ['name', undefined],
    ['lot', 'Lot'],
  ])
  const form = {
    names: [...titles.keys(), 'qty'],
    required: [],
    printed: [...titles.keys()],
    fields: titles,
    words: {},
  }
  const found = (table: string, headings = 0) => {
    const sheet = sheetOf(bytesIn(table), form)
    return [...mappingOf(columnsIn(sheet, headings), {}, form)].map(([name, { said, by }]) => [name, said, by])
  }
  t.same(found('article no;NAME;Menge\n1;2;3\n'), [
    ['sku', ['article no'], 'name'],
    ['name', ['NAME'], 'name'],
    ['qty', ['Menge'], 'guess'],
  ])
  t.same(found('Article no.;Article No\n1;2\n'), [['sku', ['Article no.'], 'name']], 'as it is written')
  t.same(found('ARTICLE NO;Article No\n1;2\n'), [], 'of two neither')
  t.equal(headingsIn(sheetOf(bytesIn('List, new\nArticle no.;x\n1;2,3,4\n'), form), form).row, 1)
})
