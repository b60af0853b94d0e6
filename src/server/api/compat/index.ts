/** Addresses of other services, by which their clients find this one. */

import type { Parameters } from '../../../request/parameter.ts'
import { drawn } from '../../route.ts'
import type { Operation } from '../endpoint.ts'
import type { Draw } from '../images.ts'
import { barcodeApi } from './barcodeapi.ts'
import { bwipJs } from './bwip-js.ts'
import { googleChart } from './google-chart.ts'
import { labelaryOperation } from './labelary.ts'
import { qrserver } from './qrserver.ts'
import { type CompatService, compat } from './service.ts'
import { tecIt } from './tec-it.ts'

export function compatOperations(draw: Draw): readonly Operation[] {
  const at = <T extends Parameters>(path: string, service: CompatService<T>) => {
    return { path, ...drawn, parameters: service.parameters, endpoint: compat(service, draw) }
  }
  const isBeginning = true
  const { type: _type, data: _data, ...query } = barcodeApi.parameters
  return [
    { ...at('/compat/bwip-js', bwipJs), isBeginning },
    { ...at('/compat/barcodeapi/api/', barcodeApi), parameters: query, isBeginning },
    { ...at('/compat/qrserver/v1/create-qr-code', qrserver), isBeginning },
    { ...at('/compat/google/chart', googleChart), isBeginning },
    at('/compat/tec-it/barcode.ashx', tecIt),
    labelaryOperation(draw.limits),
  ]
}
