import type { LabelFormat } from '../../draw.ts'
import type { IsOwnFile } from '../small-files.ts'

/** How images made by this program begin; photographs, drawings and documents of other programs begin differently. */
const tests: Readonly<Record<LabelFormat, IsOwnFile>> = {
  // ISO/IEC 15948:2004, 11.2.2, 11.3.5.3: one bit per pixel, grey, and the resolution directly after the header
  png: ({ head }) =>
    head.startsWith('\x89PNG\r\n\x1a\n') && head.slice(24, 29) === '\x01\0\0\0\0' && head.slice(37, 41) === 'pHYs',
  svg: ({ head }) => /^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg" [^<>]* role="img"><title>/.test(head),
  pdf: ({ head, tail }) => head.startsWith('%PDF-') && tail.includes('/Producer') && tail.includes('(quietzone)'),
  // the settings of src/render/zpl.ts, in its order; earlier versions had fewer
  zpl: ({ head }) =>
    /^\^XA(\^MUD,300,300\^FWN,0\^MCY)?\^PON\^PMN\^LRN\^LH0,0(\^LS0)?\^JMA\^PW[0-9]+\^LL[0-9]+\n/.test(head),
}

/** Recognises images made by this program: a batch that is run again replaces those and nothing else. */
export function isOwnImage(format: LabelFormat): IsOwnFile {
  return tests[format]
}
