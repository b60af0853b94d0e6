/** GS1 messages and the symbols that carry them. */

import './carriers.part.ts'
import './dictionary.part.ts'
import './decoders.part.ts'
import './hostile.part.ts'
import './link.part.ts'
import './linters.part.ts'
import './message.part.ts'
import './symbols.part.ts'
import './typed.part.ts'
import './vectors.part.ts'
