import t from 'tap'
import { pdfToolsAbsent } from '../../../oracle/pdf.ts'
import { browserAbsent } from '../../browser.ts'
import { makesLabels } from './clerk.ts'
import { files } from './files.ts'

const absent = { skip: browserAbsent || pdfToolsAbsent }

for (const file of files) {
  const language = /^(?:german|lager|sap|merged)/.test(file.name) ? 'de' : file.name === 'tienda.csv' ? 'es' : 'en'
  t.test(`from ${file.name} to its labels`, absent, (t) => makesLabels(t, file, language))
}
