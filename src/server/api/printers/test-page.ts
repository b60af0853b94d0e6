/** POST /api/v1/printers/{id}/test: the test page of a printer, or its calibration page, is printed as a job. */

import { type Answer, type Body, type Caller, errorAnswer } from '../../../answer.ts'
import { calibrationPage } from '../../../draw/calibration-page.ts'
import { testPage } from '../../../draw/test-page.ts'
import { FitError } from '../../../layout/fit.ts'
import type { Printer } from '../../../printing/index.ts'
import type { RowScene } from '../../../printing/printers/pieces.ts'
import type { Request } from '../../../request/parameter.ts'
import { parameters } from '../../../request/params.ts'
import { drawn, noBody, privateTo } from '../../route.ts'
import { type Operation, plainEndpoint } from '../endpoint.ts'
import { prefersAsync } from '../print/answers.ts'
import { type Printing, printedOrOrdered } from '../print/index.ts'
import { jobOfScenes } from '../print/job.ts'
import { pageRefusal } from '../print/order.ts'
import { unknownPrinter } from '../print/printers.ts'

type Page = Request<typeof parameters.testPage>['page']

/** What the jobs are called. */
const titles: { readonly [page in Page]: string } = { test: 'test page', calibration: 'calibration page' }

export function testPageOperation(printing: Printing): Operation {
  const { printers, keepsJobs } = printing
  const printed = (page: Page, { segment = '', principal, headerOf }: Caller): Answer | Promise<Answer> => {
    const printer = printers.find(segment)
    if (printer === undefined) return unknownPrinter(segment, printers)
    const destination = { printer, client: principal.key, by: principal.name, name: titles[page] }
    const labels = labelsOf(page, printer)
    if (!Array.isArray(labels)) return labels
    return printedOrOrdered(jobOfScenes(labels, printer), destination, printing, keepsJobs && prefersAsync(headerOf))
  }
  return {
    path: '/api/v1/printers/{id}/test',
    ...drawn,
    ...privateTo('admin'),
    parameters: parameters.testPage,
    body: noBody,
    endpoint: plainEndpoint(
      parameters.testPage,
      ({ page }, _body: Body, sender: Caller) => pageRefusal(sender) ?? printed(page, sender),
    ),
  }
}

function labelsOf(page: Page, { stock, dpi, name }: Printer): RowScene[] | Answer {
  try {
    const scenes = page === 'test' ? testPage(stock, dpi, name).scenes : [calibrationPage(stock, dpi, name)]
    return scenes.map((scene, i) => ({ row: 1, copies: 1, scene, isContinued: i < scenes.length - 1 }))
  } catch (error) {
    if (!(error instanceof FitError)) throw error
    return errorAnswer('does_not_fit', error.message)
  }
}
