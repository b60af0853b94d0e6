/** Symbols with one defect each, and what the checker finds. */

import './defects-characters.part.ts'
import './defects-datamatrix.part.ts'
import './defects-fnc1.part.ts'
import './defects-linear.part.ts'
import './defects-microqr.part.ts'
import './defects-qr.part.ts'
