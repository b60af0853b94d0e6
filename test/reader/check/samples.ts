import type { Test } from 'tap'
import type { Picture } from '../../../src/reader/check/index.ts'
import type { Symbology } from '../../../symbologies/index.ts'
import { zxingTexts } from '../../oracle/zxing.ts'
import { testDefects } from './defects.ts'

export interface Sample {
  readonly name: string
  readonly picture: Picture
  readonly says: string
  /** What zxing-cpp reads, if it differs. */
  readonly zxing?: string
  /** Codes of the faults of a text that FNC1 announces as a GS1 message. */
  readonly faults?: readonly string[]
}

/** Tests that the checker reads sound symbols as zxing-cpp does. */
export async function testSamples(t: Test, type: Symbology, samples: readonly Sample[]): Promise<void> {
  testDefects(
    t,
    samples.map(({ name, picture, says, faults = [] }) => ({
      name,
      picture,
      type,
      text: says,
      faults: faults.map((fault) => `${type}.gs1.${fault}`),
    })),
  )
  for (const { name, picture, says, zxing = says } of samples) {
    const read = await zxingTexts({ ...picture, grey: Uint8Array.from(picture.grey) }, type)
    t.same(read, [zxing], `zxing-cpp: ${name}`)
  }
}
