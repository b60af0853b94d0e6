import t from 'tap'
import { EncodeError, type QrOptions, qr } from '../../../symbologies/index.ts'
import { qrTables } from '../../oracle/qr-tables.ts'

const levels = ['L', 'M', 'Q', 'H'] as const

t.test('capacity of every version and level in every mode, and one more', (t) => {
  const faults: string[] = []
  for (const [version, level, , , ...capacities] of qrTables.rows) {
    for (const [mode, most] of capacities.entries()) {
      const character = '7A~漢'[mode]!
      const options: QrOptions = { version, level: levels.find((each) => each === level)! }
      const full = qr(character.repeat(most), options)
      const { segments } = full.trace
      if (segments.length !== 1 || segments[0]!.mode !== ['numeric', 'alphanumeric', 'byte', 'kanji'][mode]) {
        faults.push(`${version}-${level} ${character} ${segments.map((segment) => segment.mode)}`)
      }
      try {
        qr(character.repeat(most + 1), options)
        faults.push(`${version}-${level} takes ${most + 1} ${character}`)
      } catch (error) {
        const right = error instanceof EncodeError && error.code === 'data_too_long'
        if (!right || !error.message.includes(` ${most} `)) faults.push(`${version}-${level} ${error}`)
      }
    }
  }
  t.same(faults, [])
  t.end()
})
