import { type Batch, batchTexts, onePdf } from './batches.ts'
import { npmStart } from './ready.ts'
import type { Run } from './run.ts'
import { barcodeStarts } from './starts.ts'
import { above, below, exactly, type Part, scaled, shown, type Target, target } from './target.ts'

/** The targets of the program as a whole: its start, batches, and what is sent over the network. */
export function programTargets(run: Run): readonly Target[] {
  const { starts, ready, jobs, tests, workloads, svgs } = run
  const start = (command: string) => starts?.commands[command]?.above
  const twoJobs = (output: string) => jobs?.find((each) => each.output === output)?.faster
  const constant = (workload: string) => workloads[workload]?.['constant 500 bytes']?.ratio
  const v40 = svgs?.find(({ symbol }) => symbol === 'QR v40')
  return [
    target('`quietzone barcode` without a caption, CPU time of the whole program', '0.05 s above `node -e 0`', [
      below('Code 128', start(barcodeStarts.code128), 0.05, 's'),
      below('QR', start(barcodeStarts.qr), 0.05, 's'),
    ]),
    target('`npm start`, built before, until `/readyz` answers 200', '1 s', [below('time', ready?.[npmStart], 1, 's')]),
    ...batchTargets(run.batches),
    target('batch with `--jobs 2` on two cores', '1.7x `--jobs 1`', [
      above('one PDF', twoJobs('one PDF'), 1.7, 'x'),
      above('ZPL', twoJobs('one file of ZPL'), 1.7, 'x'),
      above('PNG', twoJobs('a folder of PNG'), 1.7, 'x'),
    ]),
    target('`npm test` on two cores, by `npm run bench -- tests --update`', '2 min', [
      below('time', tests && exactly(tests.minutes), 2, 'min'),
    ]),
    target('HTTP, 4x6 label of Code 128, of what a constant 500-byte answer reaches on the same core', '', [
      shown('PNG', constant('HTTP, label PNG'), 'x'),
      shown('PDF', constant('HTTP, label PDF'), 'x'),
    ]),
    target('QR v40 as SVG', '', [
      shown('plain', v40 && scaled(v40.plain, 1e-3), 'KB'),
      shown('gzip', v40 && scaled(v40.gzip, 1e-3), 'KB'),
    ]),
  ]
}

function batchTargets(batches: readonly Batch[] = []): readonly Target[] {
  const pdfs = (type: Batch['type']): Batch[] =>
    batches.filter((each) => each.type === type && each.output === onePdf).toSorted((a, b) => a.labels - b.labels)
  const growth = (type: Batch['type']): Part => {
    const [small, large] = [pdfs(type)[0], pdfs(type).at(-1)]
    const found = small && large && exactly(large.peak.median / small.peak.median)
    return below(type === 'qr' ? 'QR' : 'Code 128', found, 1.1, 'x')
  }
  const [code128, qr] = [pdfs('code128').at(-1), pdfs('qr').at(-1)]
  const thousands = (batch: Batch | undefined) => batch && scaled(batch.rate, 1e-3)
  const bytes = (batch: Batch | undefined) => batch && exactly(batch.bytes)
  return [
    target(
      `batch of different 2x1 labels (${batchTexts}) to one PDF, on one core`,
      'Code 128 15k labels a second, QR 6k',
      [above('Code 128', thousands(code128), 15, 'k/s'), above('QR', thousands(qr), 6, 'k/s')],
    ),
    target('bytes a page of that PDF', 'Code 128 600, QR 1200', [
      below('Code 128', bytes(code128), 600, 'bytes'),
      below('QR', bytes(qr), 1200, 'bytes'),
    ]),
    target('peak memory of that batch, 100,000 labels against 10,000', 'flat: at most 1.1x', [
      growth('code128'),
      growth('qr'),
    ]),
  ]
}
