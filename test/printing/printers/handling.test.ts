import t from 'tap'
import { printersIn } from '../../../src/printing/printers/printers-file.ts'

const dock = { name: 'dock-3', address: 'socket://192.0.2.10:9100', language: 'tspl', dpi: 203, stock: '50x30' }

/** What the file says of a printer's handling, or the mistakes in it. */
function handlingOf(fields: object): unknown {
  try {
    return printersIn(JSON.stringify([{ ...dock, ...fields }]))[0]!.handling
  } catch (error) {
    return (error as Error).message.replace('printer 1, "dock-3": ', '')
  }
}

t.test('handling: what each language can be told is kept', async (t) => {
  t.equal(handlingOf({}), undefined)
  const all = { media: 'gap', gap: 2.5, darkness: 0, speed: 4, offset: [1.5, -2], cut: 'end', turn: 180 }
  t.same(handlingOf(all), all)
  t.same(handlingOf({ across: 3, pitch: 52 }), { across: 3, pitch: 52 })
  const brother = { language: 'brother', dpi: 300, stock: '62x30mm' }
  t.same(handlingOf({ ...brother, model: 'QL-820NWB', cut: 'each' }), { model: 'QL-820NWB', cut: 'each' })
  t.same(handlingOf({ language: 'png', turn: 90 }), { turn: 90 })
  t.same(handlingOf({ language: 'escpos', model: '58mm' }), { model: '58mm' })
  const calibrated = { gain: [0.16, -0.05], scale: [1, 1.015] }
  t.same(handlingOf(calibrated), calibrated)
  t.same(handlingOf({ language: 'pdf', gain: [0.16, 0.1] }), { gain: [0.16, 0.1] })
})

t.test('handling: what a language has no command for is refused with the name of the field', async (t) => {
  const brother = { language: 'brother', dpi: 300, stock: '62x30mm' }
  const dymo = { language: 'dymo', dpi: 300, stock: '50x30' }
  const mistakes: readonly (readonly [object, string | RegExp])[] = [
    [{ darkness: 16 }, 'darkness: 16 is not a whole number from 0 to 15, the range of TSPL'],
    [{ darkness: '8' }, 'darkness: "8" is not a number'],
    [{ media: 'web' }, 'media: "web" is not one of gap, mark, continuous'],
    [{ cut: true }, 'cut: true is not one of none, each, end'],
    [{ offset: [1] }, /^offset: this array is not two numbers from -300 to 300/],
    [{ offset: 3 }, /^offset: 3 is not two numbers/],
    [{ gain: 0.16 }, 'gain: 0.16 is not two numbers from -1 to 1, across and along the feed in mm'],
    [{ scale: [1, 1.2] }, /^scale: this array is not two numbers from 0.9 to 1.1/],
    [{ language: 'pdf', scale: [1, 1.01] }, /^scale: is for the language of a printer/],
    [{ turn: 45 }, 'turn: 45 is not one of 0, 90, 180, 270'],
    [{ across: 11, pitch: 20 }, 'across: 11 is not a whole number from 1 to 10'],
    [{ across: 2 }, 'pitch: is missing: from one label to the next in mm, for across'],
    [{ pitch: 52 }, 'pitch: is for labels side by side: give across, or leave it out'],
    [{ across: 2, pitch: 40 }, 'pitch: 40 mm are less than the 50 mm of a label, which would lie upon the next'],
    [{ across: 2, pitch: 40, turn: 90 }, /^\[object/],
    [{ across: 6, pitch: 55 }, 'across: 6 labels are 325 mm wide, more than 300 mm'],
    [{ model: 'TTP' }, 'model: TSPL has no command for it: leave it out'],
    [{ language: 'png', media: 'gap' }, 'media: is for the language of a printer, not "png": leave it out'],
    [{ language: 'epl', cut: 'each' }, 'cut: EPL has no command for it: leave it out'],
    [{ language: 'cpcl', gap: 3 }, 'gap: CPCL has no command for it: leave it out'],
    [{ language: 'escpos', speed: 3 }, 'speed: ESC/POS has no command for it: leave it out'],
    [{ language: 'escpos', model: '112mm' }, 'model: "112mm" is not one of those of ESC/POS: 58mm, 80mm'],
    [{ language: 'escpos', dpi: 300 }, 'dpi: 300 is not one of 180, 203, those of ESC/POS'],
    [{ ...brother, darkness: 3 }, "darkness: Brother's raster mode has no command for it: leave it out"],
    [{ ...brother, media: 'mark' }, /^media: "mark" is not one of those of Brother's raster mode: gap, continuous/],
    [{ ...brother, model: 'QL-1' }, /^model: "QL-1" is not one of those of Brother's raster mode: QL-500, /],
    [{ ...brother, model: 'PT-P750W' }, 'dpi: 300 is not 180, that of PT-P750W'],
    [{ ...brother, across: 2, pitch: 70 }, "across: Brother's raster mode is for one label at a time: leave it out"],
    [{ ...brother, stock: '110x30mm' }, 'stock: 110 mm are wider than the 102 mm of the widest tape'],
    [{ ...brother, model: 'QL-700', stock: '4x6' }, 'stock: 101.6 mm are wider than the 62 mm of the widest tape'],
    [{ ...dymo, cut: 'none' }, "cut: DYMO's LabelWriter language has no command for it: leave it out"],
    [
      { ...dymo, model: 'LabelWriter 450', stock: '4x6' },
      /^stock: LabelWriter 450 prints labels that are at most 56.8 mm wide/,
    ],
    [{ cut: 'end', address: 'lp:labels' }, /^cut: a print server sends each label as a job of its own/],
  ]
  for (const [fields, expected] of mistakes) {
    const found = handlingOf(fields)
    if (typeof expected === 'string') t.equal(found, expected)
    else t.match(String(found), expected)
  }
})
