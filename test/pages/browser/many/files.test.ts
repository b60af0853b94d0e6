import t from 'tap'
import { pdfToolsAbsent } from '../../../oracle/pdf.ts'
import { inLongRun } from '../../../random.ts'
import { browserAbsent } from '../../browser.ts'
import { makesLabels } from './clerk.ts'
import { files } from './files.ts'

// the long run has all ten
t.test(
  'from a German file in windows-1252 to its labels',
  { skip: browserAbsent || pdfToolsAbsent || inLongRun.skip },
  async (t) => {
    await makesLabels(t, files.find(({ name }) => name === 'german.csv')!, 'de')
  },
)
