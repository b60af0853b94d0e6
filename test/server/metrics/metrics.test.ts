/** /metrics: the families and their text, the figures of a service, and what watches them. */

import './registry.part.ts'
import './event-loop.part.ts'
import './rarely.part.ts'
import './service.part.ts'
import './refusals.part.ts'
import './print.part.ts'
import './watch.part.ts'
