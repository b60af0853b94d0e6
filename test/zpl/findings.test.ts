import t from 'tap'
import { readProgram, reportOf } from '../../src/zpl/index.ts'
import { inLongRun } from '../random.ts'
import { found, painted } from './drawn.ts'

const bytes = (zpl: string): Uint8Array => Buffer.from(zpl)

/** Programs with a fault, the command that has it behind a bar. */
const planted: readonly (readonly [zpl: string, code: string])[] = [
  ['^XA^FO10,10|^QQ5^FDa^FS^XZ', 'unknown_command'],
  ['^XA^FO10,10|^^FDa^FS^XZ', 'unknown_command'],
  ['|^FO10,10^XA^FO10,10^FDa^FS^XZ', 'outside_format'],
  ['|^XA^FO10,10^FDa^FS', 'format_not_ended'],
  ['^XA^FO10,10^FDa^FS|^XA^FO10,10^FDb^FS^XZ', 'format_not_ended'],
  ['^XA^FO10,10^FDa|^FO10,90^FDb^FS^XZ', 'field_not_ended'],
  ['^XA^FO10,10^FDa|^XZ', 'field_not_ended'],
  ['^XA^FO10,10^FDa^FS^XZ| lost ^XA^XZ', 'stray_text'],
  ['^XA|^FOx,10^FDa^FS^XZ', 'bad_parameter'],
  ['^XA|^BY2.5^FO10,10^FDa^FS^XZ', 'module_rounded'],
  ['^XA^FO10,10|^BCN,80^FS^XZ', 'no_data'],
  ['^XA|^XFNONE^FS^FO1,1^FDa^FS^XZ', 'format_missing'],
  ['^XA^FO10,10|^XGNONE,1,1^FS^XZ', 'graphic_missing'],
  ['^XA^FO10,10|^GFA,8,8,1,FF^FS^XZ', 'graphic_short'],
  ['^XA^FO10,10|^GFA,8,8,9,FF^FS^XZ', 'graphic_empty'],
  ['^XA^FO10,10|^GFA,8,8,1,:B64:AAAAAAAAAAA=:0001^FS^XZ', 'graphic_checksum'],
  ['^XA^FO10,10|^GFA,8,8,1,:Z64:AAAAAAAAAAA=:0001^FS^XZ', 'graphic_damaged'],
  ['^XA^FO790,10^A0N,40|^FDbeyond^FS^XZ', 'off_page'],
  ['^XA^FO10,50^BY2|^BCN,80,N^FD1234^FS^XZ', 'quiet_zone_short'],
  ['^XA^FO100,50^BY2|^BCN,80,N^FD1234^FS^FO120,60^GB20,20,20^FS^XZ', 'ink_in_quiet_zone'],
  ['^XA^FO100,50^BY2|^BCN,80,N^FD1234^FS^FO120,60^GB20,20,20,W^FS^XZ', 'symbol_erased'],
  [
    '^XA^FO60,50^BY3^BEN,200,Y^FD950600013435^FS^FO450,50|^BQN,2,5^FDQA,https://id.gs1.org/01/04006381333931^FS^XZ',
    'label_conflict',
  ],
  [
    '^XA^FO60,50^BY3^BEN,200,Y^FD950600013435^FS^FO60,800|^BQN,2,5^FDQA,https://id.gs1.org/01/09506000134352^FS^XZ',
    'label_distance',
  ],
  ['^XA^FO0,0^GB600,300,300^FS^FO100,50^BY2|^BCN,80,N^FR^FD1234^FS^XZ', 'symbol_reversed'],
  ['^XA^PMY^FO100,50^BY2|^BCN,80,N^FD1234^FS^XZ', 'symbol_mirrored'],
  ['^XA^FO10,10^FB60,1^A0N,40|^FDmore than one line^FS^XZ', 'text_too_long'],
  ['^XA^FO10,10|^FDM\u00fcller^FS^XZ', 'utf8_without_ci28'],
  ['^XA^FO10,10^FDa^FS|^PQ1000^XZ', 'many_copies'],
  ['^XA^POI^FO10,10^FDa^FS|^XZ', 'state_left'],
  ['^XA^FO10,10|^FE^FDa^FS^XZ', 'not_drawn'],
  ['^XA^FO10,10|^A@N,40,40,E:A.TTF^FDa^FS^XZ', 'font_replaced'],
  ['^XA^DFA^FS|^XFA^FS^XZ^XA^XFA^FS^XZ', 'format_too_deep'],
  ['^XA^DFA^FS|^DFB^FS^XZ', 'nested_format'],
]

t.test('planted faults are found with their command and offset', inLongRun, async (t) => {
  for (const [marked, code] of planted) {
    const zpl = marked.replace('|', '')
    const offset = marked.indexOf('|')
    const { findings } = await painted(zpl)
    const [command] = /^[\^~](?:A@|A|..?)?/.exec(zpl.slice(offset)) ?? ['']
    const isFound = findings.some(
      (each) => each.code === code && each.offset === offset && command.startsWith(each.command),
    )
    t.ok(isFound, `${marked}: ${code}; found: ${findings.map((each) => `${each.code} ${each.offset}`).join(', ')}`)
  }
})

t.test('sound programs have none', async (t) => {
  for (const zpl of [
    '^XA^CI28^FO50,50^A0N,40,40^FDM\u00fcller & S\u00f6hne^FS^FO100,120^BY3^BCN,100,Y^FDQZ-0001^FS^XZ',
    '^XA\r\n^FX a comment\r\n^FO50,50^GB700,3,3^FS\r\n^FO100,120^BQN,2,6^FDMA,QZ-0001^FS\r\n^XZ\r\n',
    '~DGR:A.GRF,8,1,FF818181818181FF^XA^FO50,50^XGR:A.GRF,4,4^FS^XZ',
    '^XA^DFR:F.ZPL^FS^FO50,50^A0N,30^FN1^FS^XZ^XA^XFR:F.ZPL^FS^FN1^FDvalue^FS^XZ',
    // an EAN and a link of one product, and two labels side by side
    '^XA^FO60,50^BY3^BEN,220,Y^FD950600013435^FS^FO450,50^BQN,2,5^FDQA,https://id.gs1.org/01/09506000134352^FS^XZ',
    '^XA^FO60,50^BY3^BEN,220,Y^FD950600013435^FS^FO450,50^BEN,220,Y^FD400638133393^FS^XZ',
    '^XA^FO50,50^A0N,30^FB300,3,0,C^FDthree lines at most, all of them in the middle^FS^PQ4^XZ',
  ]) {
    t.same(found(await painted(zpl)), [], zpl)
  }
})

t.test('lines and offsets are those of the bytes', async (t) => {
  const { findings } = await painted('^XA\n^FO10,10\n^ZQ\n^FDa^FS^XZ')
  t.match(findings, [{ code: 'unknown_command', command: '^ZQ', offset: 13, line: 3, kind: 'fault' }])
})

t.test('the report has fields and symbols, and what is found about each', async (t) => {
  const zpl = '^XA^FO100,50^BY2^BCN,80,N^FD1234^FS^FO120,60^GB20,20,20^FS^FO10,300^A0N,30^FDwords^FS^XZ'
  const report = reportOf(readProgram(bytes(zpl), { dpi: '203', size: '4x6', now: new Date(0) }))
  t.match(report.labels, [
    {
      index: 0,
      copies: 1,
      width: 813,
      height: 1219,
      fields: [
        { command: '^BC', offset: 16, text: '1234', at: [100, 50] },
        { command: '^GB', text: null, at: [120, 60], size: [20, 20] },
        { command: '^FD', text: 'words', at: [10, 300] },
      ],
      symbols: [
        {
          command: '^BC',
          type: 'code128',
          text: '1234',
          x: 0.25,
          verdict: 'bad',
          findings: [{ code: 'ink_in_quiet_zone' }],
        },
      ],
    },
  ])
})
