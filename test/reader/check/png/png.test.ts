import t from 'tap'
import { pngOf } from '../png-writer.ts'
import { read } from './read.ts'

t.test('a file that is not a PNG or is too large is refused before it is unpacked', async (t) => {
  const huge = pngOf({ width: 100_000, height: 100_000, depth: 1, colourType: 0 }, Buffer.alloc(1))
  for (const [file, words] of [
    [Buffer.alloc(0), 'not a PNG file; PNG is read: save the picture as PNG'],
    [
      Buffer.from('GIF89a, and more than a header of bytes'),
      'not a PNG file but GIF; PNG is read: save the picture as PNG',
    ],
    [
      Buffer.from('RIFF\0\0\0\0WEBPVP8 '),
      'not a PNG file but WebP; PNG is read: save the picture as PNG, or open it on the page /check',
    ],
    [huge, '10000000000 pixels are more than the 25000000 that are read; crop the picture to the symbol'],
  ] as const) {
    t.equal(await read(file), `PictureError: ${words}`)
  }
})
