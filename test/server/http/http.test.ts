/** The server: requests, responses, and clients that take turns. */

import './admission.part.ts'
import './awaited.part.ts'
import './body.part.ts'
import './fairness.part.ts'
import './malformed.part.ts'
import './node-internals.part.ts'
import './replies.part.ts'
import './response.part.ts'
import './steps.part.ts'
