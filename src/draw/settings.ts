/** What the environment says of drawing, to the service and to commands. */

import { maxPixelsRange } from '../drawing-size.ts'
import { oneOf, type Settings, wholeNumber } from '../environment.ts'
import { type VerifyPolicy, verifyPolicies } from '../reader/verify/policy.ts'

/** The maximum number of pixels in one PNG. */
export const maxPixelsIn = (settings: Settings): number =>
  settings.get('QZ_MAX_PIXELS', maxPixelsRange.default, wholeNumber(maxPixelsRange.least, maxPixelsRange.most))

/** What is read back before it leaves, without being asked: nothing, all that is printed, or everything. */
export const verifyPolicyIn = (settings: Settings): VerifyPolicy =>
  settings.get('QZ_VERIFY', 'print', oneOf(verifyPolicies))
