/** The parameters of the API, and its description. */

import './adapters.part.ts'
import './client.part.ts'
import './gs1.part.ts'
import './labels.part.ts'
import './ignored.part.ts'
import './logistics.part.ts'
import './openapi.part.ts'
import './option-requests.part.ts'
import './options.part.ts'
import './proposals.part.ts'
import './query.part.ts'
import './warnings.part.ts'
