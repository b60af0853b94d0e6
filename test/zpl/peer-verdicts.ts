/** Who is right where the peer draws a command otherwise, by the section of the command in the ZPL II Programming Guide. */

export interface Verdict {
  /** `either`: the guide leaves it open. */
  readonly right: 'quietzone' | 'either'
  /** What the peer does, and what the guide says; with the section where it is not that of the command. */
  readonly why: string
}

const right = (why: string): Verdict => ({ right: 'quietzone', why })
const either = (why: string): Verdict => ({ right: 'either', why })

const asWords = right('the peer prints the data as words')
const modes = either('the data is divided into modes in another way')
const ignored = right('the peer ignores it')
const refused = right('the peer refuses the program')
const letters = either('the peer has another font for 0; widths here are those of Labelary')

/** By the name in commandPrograms; commands without a verdict are drawn alike. */
export const verdicts: { readonly [command: string]: Verdict } = {
  '^B0': asWords,
  '^BO': modes,
  '^B1': asWords,
  '^B2': right(
    'check digits of an even number of digits are weighted from the left there; ^BY, table of ratios: at a module of 1 wide bars have 2 dots below a ratio of 3',
  ),
  '^B3': right('the peer leaves out the mod 43 check digit of parameter e'),
  '^B4': asWords,
  '^B5': asWords,
  '^B7': modes,
  '^B8': asWords,
  '^B9': asWords,
  '^BA': asWords,
  '^BB': asWords,
  '^BC': right('a single small letter is a bar code without it there'),
  '^BC subset A': right(
    'subset A is programmed in pairs of digits ("Code 128 Subsets A and C"); the peer draws the letters',
  ),
  '^BC mode A': either('as many symbol characters, in other subsets'),
  '^BD': refused,
  '^BE': either(
    'guard bars reach 6.5 modules lower here, as Labelary draws them at a module of 2; the guide does not say',
  ),
  '^BF': asWords,
  '^BI': asWords,
  '^BJ': asWords,
  '^BK': asWords,
  '^BL': asWords,
  '^BM': asWords,
  '^BP': asWords,
  '^BQ': either('another mask, or another division into modes'),
  '^BQ mode M': either('another mask, or no higher level where the version holds one, which Labelary takes'),
  '^BR': asWords,
  '^BS': asWords,
  '^BT': either('it is not drawn here; the peer prints the data as words'),
  '^BU': asWords,
  '^BX': modes,
  '^BY': right('table of ratios: what is left of a dot is cut off; the peer rounds'),
  '^BZ': asWords,
  '^GC': right('the parameter is the diameter of the whole; the peer adds the thickness'),
  '^GD': either('slanting lines of less than a dot are smoothed away there'),
  '^GE': refused,
  '^GF': right(
    '"Alternative Data Compression Scheme": an exclamation mark fills the row with ones; the peer ignores it',
  ),
  '^GS': either('the peer stands 10 dots higher; here it is as Labelary draws it'),
  '~DG ^XG': right('as ^GF'),
  '~DY ^XG': refused,
  '^IM': refused,
  '^IL': ignored,
  '^TO': refused,
  '^ID': ignored,
  '~EG': ignored,
  '^A': letters,
  '^A of cells': right(
    '"Font Matrices", "Intercharacter Gap": fonts have whole multiples of their cells; the peer stretches them',
  ),
  '^A@': either('the font of a file is replaced by font 0 here, by another one there'),
  '^CF': letters,
  '^CI': letters,
  '^CW': either('as ^A@'),
  '^FB': letters,
  '^FB justified': letters,
  '^TB': ignored,
  '^FC': ignored,
  '^FD': letters,
  '^FV': letters,
  '^FH': right('^CI: character set 0 has a cent sign for 5C; the peer prints a backslash'),
  '^FN': right('a number with data is printed in a format that is not stored too; the peer leaves it out'),
  '^DF ^XF': letters,
  '^FP': ignored,
  '^FW': letters,
  '^FT': letters,
  '^SN': refused,
  '^SF': letters,
  '^FO': right('parameter z: 1 puts the right edge there; the peer ignores it'),
  '^FT of QR': either('3 modules higher here, as Labelary draws it'),
  '^FT of shapes': right('the origin of a box is its lower left corner; the peer takes the upper one'),
  '^FR': right('^GB: a box is as wide as its thickness at least; the peer draws a dot more'),
  '^LS': ignored,
  '^LT': ignored,
  '^PO': ignored,
  '^PM': ignored,
  '^MU': ignored,
  '^JM': ignored,
  '^CD ~CD': ignored,
}
