/** `quietzone grade`: the grades that a verifier might give the symbols in scans and photos. */

import { symbologies } from '../../symbologies/index.ts'
import { type GradedPicture, gradesPdf } from '../draw/grades/report.ts'
import { jsonLine, printableLine } from '../messages.ts'
import { type Picture, PictureError } from '../reader/check/index.ts'
import {
  type AskedGrade,
  askedGrade,
  type GradeOptions,
  type GradeReport,
  graded,
  gradeLanguages,
  gradeText,
} from '../reader/grade/index.ts'
import { type FileOptions, pictureIn } from '../reader/picture-file.ts'
import { type Checker, type JudgedBody, NotChecked } from '../server/api/check/checker.ts'
import { helpOption, readArguments } from './arguments.ts'
import { type Command, exit, Failure, type Option } from './command.ts'
import { helpPage } from './help.ts'
import { print, printMessages, write } from './output.ts'
import { contentsOf, dpiIn, dpiRange, isPage, pageIn, patientChecker, wordOf } from './pictures.ts'
import { pathOf, type Shell } from './shell.ts'

const options: Option[] = [
  {
    name: 'type',
    short: 't',
    value: 'TYPE',
    words: symbologies,
    about: `The symbology: ${symbologies.join(', ')}. Any if omitted.`,
  },
  {
    name: 'grade',
    value: 'G/A/L',
    about:
      'The grade that is asked for, as GS1 writes it: 1.5/06/660 is 1.5 or better, through an aperture of 0.15 mm, by light of 660 nm, ' +
      'for which the red of the picture is taken; W is white light, its luminance. The aperture is used if the resolution is known.',
  },
  {
    name: 'dpi',
    value: 'NUMBER',
    about: `Pixels an inch, ${dpiRange.least} to ${dpiRange.most}, for X in mm and the aperture; that of the PNG if omitted. A PDF or SVG is drawn with as many; if omitted, with those that suit it.`,
  },
  { name: 'page', value: 'NUMBER', about: 'Which page of a PDF, from 1; the first if omitted.' },
  {
    name: 'json',
    about: 'The report for programs, a line for each picture: every scan line, and the grade of each module.',
  },
  {
    name: 'output',
    short: 'o',
    value: 'FILE',
    about:
      'A PDF to file with a delivery, besides what is printed: A4, with pictures, symbols, parameters, profiles, modules, the day (UTC), and places for lot and signature. An existing file is replaced when the new one is complete.',
  },
  {
    name: 'language',
    value: 'CODE',
    words: gradeLanguages,
    about: `The language of the PDF: ${gradeLanguages.join(', ')}. English if omitted.`,
  },
  helpOption,
]

export const grade: Command = {
  help: () =>
    helpPage({
      title: 'quietzone grade: what grades might a verifier give the symbols in these pictures?',
      examples: [
        'quietzone grade scan.png --dpi 600',
        'quietzone grade scan.png --dpi 600 --grade 1.5/06/660',
        'quietzone grade scan.png --dpi 600 -o report.pdf',
        'quietzone grade photo.jpg --json > grade.json',
        'quietzone grade scan.pdf --page 2',
      ],
      paragraphs: [
        'A picture is a PNG or JPEG of printed symbols, from a scanner or a camera; they may be turned, skewed and in perspective. ' +
          'A page of a PDF, and an SVG, are drawn as for a check, and the report says how; a drawing has no ink and paper, of which contrast could be seen. ' +
          'A scan in colour at 600 dpi or more, without sharpening and automatic contrast, tells the most: modules should be 8 pixels wide, and less than 4 are not graded.',
        'Linear symbols are graded as by ISO/IEC 15416, along ten scan lines; QR Code, Micro QR Code and Data Matrix as by ISO/IEC 15415. ' +
          'Every value has its grade, its limits, and the place or the modules that decided it. What the picture does not show, as contrast of two greys, has no value and says why.',
        'All of it is an estimate: no scanner or camera is a calibrated verifier.',
        'The exit code is 0 if every symbol has the grade that is asked for (1.5 if omitted), 1 if one has not, 2 if a picture has no symbol that can be graded or does not show whether it has the grade.',
      ],
      options,
      operands: 'files',
    }),
  async run(args, shell) {
    const { options: chosen, operands } = readArguments(args, { parameters: {}, options, operands: Infinity })
    if (operands.length === 0) throw new Failure(exit.usage, 'no picture given; name a file')
    const type = wordOf(chosen, 'type', symbologies)
    const asked = askedIn(chosen.get('grade'))
    const reading = { dpi: dpiIn(chosen.get('dpi')), page: pageIn(chosen.get('page')) }
    const checker = patientChecker()
    const language = wordOf(chosen, 'language', gradeLanguages)
    const output = chosen.get('output')
    if (output !== undefined && !/\.pdf$/i.test(output))
      throw new Failure(exit.usage, `${output}: the report is a PDF; give a name that ends in .pdf`)
    const filed: GradedPicture[] = []
    let [isMet, isWhole] = [true, true]
    for (const path of operands) {
      const found = await reportOn(
        { shell, path, reading },
        { ...(type && { type }), ...(asked && { asked }) },
        checker,
      )
      if (found === undefined || found.report.symbols.length === 0) isWhole = false
      if (found === undefined) continue
      const { report } = found
      if (output !== undefined) filed.push({ ...found, name: nameIn(path) })
      // what is not seen may be worse, but what is seen is not better
      isMet &&= report.symbols.every(({ grade, isMet }) => isMet === null || grade >= (asked?.grade ?? usual))
      isWhole &&= report.symbols.every(({ isBound, isMet }) => isMet === false || (isMet !== null && !isBound))
      const title = operands.length > 1 ? `${printableLine(path)}\n` : ''
      await print(shell, chosen.has('json') ? jsonLine({ file: path, ...report }) : `${title}${gradeText(report)}`)
    }
    if (output !== undefined && filed.length > 0) {
      await write(
        shell,
        gradesPdf(filed, { day: new Date().toISOString().slice(0, 10), language: language ?? 'en' }),
        output,
      )
    }
    if (!isMet) return exit.refused
    return isWhole ? exit.done : exit.usage
  },
}

/** The file of a path, without its folders. */
const nameIn = (path: string): string => path.replaceAll('\\', '/').replace(/^.*\//, '')

/** GS1 General Specifications, 5.12.3: what most applications ask for. */
const usual = 1.5

function askedIn(given: string | undefined): AskedGrade | undefined {
  const asked = given === undefined ? undefined : askedGrade(given)
  if (given === undefined || asked !== undefined) return asked
  const form =
    'a grade from 0 to 4.0, the number of an aperture, and the light, 660 (nm) or W (white), such as 1.5/06/660'
  throw new Failure(exit.usage, `--grade: ${JSON.stringify(given)} is not ${form}`)
}

interface GradedFile {
  readonly shell: Shell
  readonly path: string
  readonly reading: FileOptions
}

/** Undefined for a file that is not a picture, which standard error says. @throws Failure if the file cannot be read */
async function reportOn(
  { shell, path, reading }: GradedFile,
  options: GradeOptions,
  checker: Checker,
): Promise<{ readonly picture: Picture; readonly report: GradeReport } | undefined> {
  try {
    const file = await contentsOf(pathOf(shell, path))
    if (isPage(file)) return await reportOnPage(file, { reading, options }, checker)
    const picture = await pictureIn(file, reading.dpi)
    return { picture, report: graded(picture, options) }
  } catch (error) {
    if (!(error instanceof PictureError || error instanceof NotChecked)) throw error
    printMessages(shell, `quietzone grade: ${printableLine(path)}: ${error.message}\n`)
    return undefined
  }
}

/** The grades of a PDF or SVG, which is drawn in a thread of its own that is ended if it takes too long. @throws PictureError, NotChecked */
async function reportOnPage(
  file: Uint8Array<ArrayBuffer>,
  { reading: { dpi, page }, options }: { readonly reading: FileOptions; readonly options: GradeOptions },
  checker: Checker,
): Promise<{ readonly picture: Picture; readonly report: GradeReport }> {
  const asked = { file, dpi, page, options: options.type ? { type: options.type } : {}, grading: options }
  const { grades, picture, error } = (await checker.check('', { ...asked, isPictured: true })) as JudgedBody
  if (grades === undefined || picture === undefined) throw new PictureError(error?.message ?? 'not a picture')
  return { picture, report: grades }
}
