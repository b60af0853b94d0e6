import { drawingCommand } from './drawing.ts'
import { endpoints } from './endpoints.ts'
import { printInTerminal, terminalOption } from './terminal.ts'

export const barcode = drawingCommand(endpoints.barcode, {
  title: 'quietzone barcode: one barcode, without a label',
  examples: [
    "quietzone barcode -t qr 'https://example.org/' -o code.svg",
    'quietzone barcode --type ean13 --text 590123412345 --includetext true -o code.png',
    'quietzone barcode --type qr --text "$(cat long.txt)" --parts 4 -o part-%d.png',
    'printf "%s" "$SERIAL" | quietzone barcode -t datamatrix - > code.png',
    "quietzone barcode -t qr 'https://example.org/' --terminal",
  ],
  other: { option: terminalOption, draw: printInTerminal },
})
