/** `npm run proofs [-- NAME ...]`: runs the proofs, and prints a row of a table for each: what is shown, cases, seconds of CPU. */

import { code39Pairs } from './code39.ts'
import { microDigits } from './micro-digits.ts'
import { products } from './products.ts'
import { blocks } from './reed-solomon.ts'
import { shortest } from './shortest.ts'
import { words } from './words.ts'

const all = [...words, ...blocks, ...microDigits, ...products, ...code39Pairs, ...shortest]
const names = process.argv.slice(2)
const unknown = names.find((name) => !all.some((proof) => proof.name.startsWith(name)))
if (unknown !== undefined) {
  console.error(`${unknown} is not a proof; there are ${all.map(({ name }) => name).join(', ')}`)
  process.exit(2)
}

console.log('| proof | what is shown | cases | CPU time |\n|---|---|--:|--:|')
let failed = 0
for (const { name, statement, run } of all) {
  if (names.length > 0 && !names.some((each) => name.startsWith(each))) continue
  const before = process.cpuUsage()
  try {
    const cases = run()
    const { user, system } = process.cpuUsage(before)
    console.log(`| ${name} | ${statement} | ${cases.toLocaleString('en')} | ${((user + system) / 1e6).toFixed(1)} s |`)
  } catch (error) {
    failed++
    console.log(`| ${name} | NOT SHOWN: ${error instanceof Error ? error.message : error} | | |`)
  }
}
process.exitCode = failed === 0 ? 0 : 1
