/** The limiter that instances share. */

import './address.part.ts'
import './bounded.part.ts'
import './connections.part.ts'
import './decisions.part.ts'
import './model.part.ts'
