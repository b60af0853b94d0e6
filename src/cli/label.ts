import { drawingCommand } from './drawing.ts'
import { endpoints } from './endpoints.ts'

export const label = drawingCommand(endpoints.label, {
  title: 'quietzone label: a barcode on a label of a stock size',
  examples: [
    'quietzone label --type code128 --text QZ-0001 --size 4x6 --qty 3 -o labels.pdf',
    'quietzone label -t qr -s 50x30 QZ-0001 | lp',
  ],
})
