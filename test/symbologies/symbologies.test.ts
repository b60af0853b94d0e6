/** What all symbologies share. */

import './catalogue.part.ts'
import './eci.part.ts'
import './matrix.part.ts'
import './messages.part.ts'
import './roles.part.ts'
