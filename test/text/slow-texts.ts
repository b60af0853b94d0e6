import fc from 'fast-check'
import { type ParagraphStyle, paragraph } from '../../src/text/index.ts'
import { anyCharacters } from '../characters.ts'

const style: ParagraphStyle = { face: 'sans', size: 40, minSize: 25, width: 400, lines: 2 }
const texts = (text: string, changes: Partial<ParagraphStyle> = {}): string[] =>
  paragraph(text, { ...style, ...changes }).map((line) => line.text)

/** Any UTF-16 at all, and what is likely to hurt: marks, joiners, bidi controls, surrogates, many scripts. */
export const hostile: fc.Arbitrary<string> = fc
  .array(
    fc.oneof(
      anyCharacters(),
      fc.string(),
      fc.array(fc.integer({ min: 0, max: 0xffff })).map((units) => String.fromCharCode(...units)),
      fc.constantFrom(
        '\u202e',
        '\u2067',
        '\u2069',
        '\u200d',
        '\u0301',
        '\ufe0f',
        '\u{1f468}',
        'مستودع',
        '倉庫',
        'স্ত্রী',
        'ﷺ﷽',
        ' ',
        'W',
        '𒐫',
      ),
      fc.tuple(anyCharacters({ minLength: 1, maxLength: 1 }), fc.nat(60)).map(([c, n]) => c.repeat(n)),
    ),
    { maxLength: 12 },
  )
  .map((parts) => parts.join(''))

/** Forgets the texts that were measured and shaped last. */
export const forget = (): void => {
  for (let other = 0; other < 40; other++) texts(`óther ${other}`)
  for (const other of 'ꦄꦆꦈ') texts(other)
}

/** Words of scripts that take long to shape. */
export const slowWords = [
  'ꦲꦏ꧀ꦱꦫꦗꦮ ꦥꦱꦂ ꦧꦼꦫꦱ꧀ ꦏꦺꦴꦥꦶ ꦠꦺꦃ ꦒꦸꦭ ꦏꦼꦕꦥ꧀ ꦩꦶꦚꦏ꧀ ꦭꦼꦁꦒꦏꦼꦂꦠ ꦔꦪꦺꦴꦒꦾꦏꦂꦠ ꧇꧑꧒꧓꧇ ꦱꦸꦫꦏꦂꦠ꧈ ꦝꦲꦂ꧉',
  'ᬩᬮᬶ ᬅᬓ᭄ᬱᬭ ᬢᬾᬂ ᬓᭀᬧᬶ ᬩᭂᬭᬲ᭄ ᬤᬾᬦ᭄ᬧᬲᬃ ᬉᬩᬸᬤ᭄ ᬲᬶᬗ᭄ᬕᬭᬚ ᬆᬲ᭄ᬢ᭞ ᬇᬤ ᬆᬓ ᬆᬭ ᭑᭒᭓',
  'မြန်မာဘာသာ လက်ဖက်ရည် ဆန်အိတ် ၁၂၃ ရန်ကုန်မြို့ ဦးဘ ဦကက ကော်ဖီ ဟင်းသီးဟင်းရွက် ကျောက်စိမ်း ဥက္ကဋ္ဌ သြဂုတ်လ၊ ။',
  'བོད་སྐད་ ཇ་སྐོར་ འབྲས་ ལྷ་ས་ གོང་ཚད། ༡༢༣ རྒྱ་མཚོ་ བསྒྲུབས་ ཀྲུང་གོ་ ཨོཾ་ མཎི་ པདྨེ་ ཧཱུྃ།',
  'ᨲᩫ᩠ᩅᨾᩮᩬᩥᨦ ᩃ᩶ᩣᨶᨶᩣ ᨩ᩠ᨿᨦᩉ᩠ᨾᩲ᩵ ᪑᪒ ᨣᩤᩴᨾᩮᩬᩨᨦ',
  '𑒧𑒻𑒟𑒱𑒪𑒲 𑒞𑒱𑒩𑒯𑒳𑒞𑒰 𑒦𑒰𑒭𑒰 𑒠𑒩𑒦𑒓𑓂𑒑𑒰',
  '𑩪𑩖𑩻𑩖 𑪁𑩖𑩲 𑩪𑩖𑩻𑩖 𑩴𑩷𑩾𑩻',
].map((words) => words.split(' '))
