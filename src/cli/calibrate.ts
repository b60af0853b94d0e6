/** `quietzone calibrate`: what a scan of a printer's calibration page tells of the printer, and how to correct it. */

import { patternFor } from '../draw/calibration-page.ts'
import { FitError } from '../layout/fit.ts'
import { resolutions } from '../layout/resolution.ts'
import { jsonLine, printableLine } from '../messages.ts'
import { entryOf } from '../reader/calibrate/advice.ts'
import { CalibrationError, calibrated, calibrationText } from '../reader/calibrate/index.ts'
import { PictureError } from '../reader/check/index.ts'
import { pictureIn } from '../reader/picture-file.ts'
import { isPrinterLanguage } from '../render/language.ts'
import { helpOption, readArguments } from './arguments.ts'
import { type Command, exit, Failure, type Option } from './command.ts'
import { helpPage } from './help.ts'
import { print } from './output.ts'
import { contentsOf, dpiIn, dpiRange } from './pictures.ts'
import { printerFrom, printerOption, printersOption } from './printers.ts'
import { pathOf } from './shell.ts'

const options: Option[] = [
  printerOption,
  printersOption,
  {
    name: 'dpi',
    value: 'NUMBER',
    about: `Pixels an inch of the scan, ${dpiRange.least} to ${dpiRange.most}; that of the file if omitted. Without either, scale is not known.`,
  },
  { name: 'json', about: 'The report for programs, in one line, with the fields for the file of printers.' },
  helpOption,
]

export const calibrate: Command = {
  help: () =>
    helpPage({
      title: 'quietzone calibrate: what has to be corrected at a printer?',
      examples: [
        'quietzone calibrate scan.png --printer dock-3 --dpi 600',
        'quietzone calibrate scan.png --printer dock-3 --json',
      ],
      paragraphs: [
        'Reads a scan of the calibration page, which quietzone print --test --calibration prints: a PNG or JPEG, at 600 dpi or more; it may be turned and skewed. All of the label has to be on it, best on a dark sheet, so that its edges show.',
        'Tells how much wider dark is printed than drawn (gain) and how much longer all is (scale), across the head and along the feed; where the print lies on the label (offset); dead and hot dots by number, from the left of the label; whether the darkness is right; what to change first; and the fields for the file of printers.',
        'Gain and scale of the file do not change the page, so that it can be printed and read again at any time. All of it is an estimate: a scanner is not a measuring instrument.',
        'The exit code is 0 if the page was read, 2 if it was not.',
      ],
      options,
      operands: 'files',
    }),
  async run(args, shell) {
    const { options: chosen, operands } = readArguments(args, { parameters: {}, options, operands: 1 })
    const [path] = operands
    if (path === undefined) throw new Failure(exit.usage, 'no picture given; name the file of a scan')
    const { name, stock, dpi, language, handling = {} } = printerFrom(shell, chosen)
    if (handling.turn === 90 || handling.turn === 270) {
      throw new Failure(
        exit.usage,
        `printer ${name} turns its labels by ${handling.turn} degrees, which calibration does not know`,
      )
    }
    try {
      const picture = await pictureIn(await contentsOf(pathOf(shell, path)), dpiIn(chosen.get('dpi')))
      const found = calibrated(picture, patternFor(stock, dpi), resolutions[dpi])
      const entry = entryOf(found, { offset: handling.offset, isLanguage: isPrinterLanguage(language) })
      await print(
        shell,
        chosen.has('json') ? jsonLine({ file: path, printer: name, ...found, entry }) : calibrationText(found, entry),
      )
      return exit.done
    } catch (error) {
      const isKnown = error instanceof CalibrationError || error instanceof PictureError || error instanceof FitError
      throw isKnown ? new Failure(exit.usage, `${printableLine(path)}: ${error.message}`) : error
    }
  },
}
