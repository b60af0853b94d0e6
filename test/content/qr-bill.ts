/** The Swiss QR-bill of the Swiss Implementation Guidelines QR-bill 2.3, annex A, example 1. */
export const bill = [
  ...[
    'SPC',
    '0200',
    '1',
    'CH4431999123000889012',
    'S',
    'Robert Schneider AG',
    'Rue du Lac',
    '1268',
    '2501',
    'Biel',
    'CH',
  ],
  ...['', '', '', '', '', '', '', '1949.75', 'CHF'],
  ...['S', 'Pia-Maria Rutschmann-Schnyder', 'Grosse Marktgasse', '28', '9400', 'Rorschach', 'CH'],
  ...['QRR', '210000000003139471430009017', 'Auftrag vom 15.06.2020', 'EPD'],
  '//S1/10/10201409/11/200615/20/140.000-53/30/102673831/32/7.7/40/0:30',
].join('\n')
