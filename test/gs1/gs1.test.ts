/** GS1 messages and the symbols that carry them. */

import './dictionary.part.ts'
import './hostile.part.ts'
import './message.part.ts'
