import type { ImageFormat } from '../draw.ts'
import type { IsOurs } from './files.ts'

/** How a picture begins that this program made; a photograph, a drawing or a document begins in another way. */
const marks: Readonly<Record<ImageFormat, IsOurs>> = {
  // ISO/IEC 15948:2004, 11.2.2, 11.3.5.3: one bit a pixel, grey, and behind the header at once the resolution
  png: ({ head }) =>
    head.startsWith('\x89PNG\r\n\x1a\n') && head.slice(24, 29) === '\x01\0\0\0\0' && head.slice(37, 41) === 'pHYs',
  svg: ({ head }) => /^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg" [^<>]* role="img"><title>/.test(head),
  pdf: ({ head, tail }) => head.startsWith('%PDF-') && tail.includes('/Producer') && tail.includes('(quietzone)'),
}

/** Whether a file is a picture of ours: a batch that is run again replaces those, and nothing else. */
export function isPicture(format: ImageFormat): IsOurs {
  return marks[format]
}
