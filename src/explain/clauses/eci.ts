/** The clauses of the character sets of QR Code and Data Matrix: name, clause, the file of symbologies/ that keeps it, what it says; without a file, why no vector shows it. */

import { registerOf } from './clause.ts'

export const eci = registerOf(
  'eci',
  'AIM ECI 008, Part 3',
  ['qr', 'datamatrix'],
  `
set-2 | register | eci/index.ts | ECI 2 is code page 437.
set-4 | register | eci/index.ts | ECI 4 is ISO 8859-2.
set-5 | register | eci/index.ts | ECI 5 is ISO 8859-3.
set-6 | register | eci/index.ts | ECI 6 is ISO 8859-4.
set-7 | register | eci/index.ts | ECI 7 is ISO 8859-5.
set-8 | register | eci/index.ts | ECI 8 is ISO 8859-6.
set-9 | register | eci/index.ts | ECI 9 is ISO 8859-7.
set-10 | register | eci/index.ts | ECI 10 is ISO 8859-8.
set-11 | register | eci/index.ts | ECI 11 is ISO 8859-9.
set-12 | register | eci/index.ts | ECI 12 is ISO 8859-10.
set-13 | register | eci/index.ts | ECI 13 is ISO 8859-11.
set-15 | register | eci/index.ts | ECI 15 is ISO 8859-13.
set-16 | register | eci/index.ts | ECI 16 is ISO 8859-14.
set-17 | register | eci/index.ts | ECI 17 is ISO 8859-15.
set-18 | register | eci/index.ts | ECI 18 is ISO 8859-16.
set-21 | register | eci/index.ts | ECI 21 is Windows 1250.
set-22 | register | eci/index.ts | ECI 22 is Windows 1251.
set-23 | register | eci/index.ts | ECI 23 is Windows 1252.
set-24 | register | eci/index.ts | ECI 24 is Windows 1256.
set-3 | register | eci/index.ts | ECI 3, and 1 before it, is ISO 8859-1.
set-20 | register | eci/index.ts | ECI 20 is Shift JIS.
set-28 | register | eci/index.ts | ECI 28 is Big5.
set-29 | register | eci/index.ts | ECI 29 is GB 2312.
set-30 | register | eci/index.ts | ECI 30 is KS X 1001.
set-25 | register | eci/index.ts | ECI 25 is UTF-16, the most significant byte first.
set-26 | register | eci/index.ts | ECI 26 is UTF-8.
set-32 | register | eci/index.ts | ECI 32 is GB 18030.
set-35 | register | eci/index.ts | ECI 35 is UTF-32, the least significant byte first.
set-170 | register | eci/index.ts | ECI 170 is the invariant part of ISO 646.
set-899 | register | eci/index.ts | ECI 899 is bytes without a meaning, here code points of as much.
set-27 | register | eci/index.ts | ECI 27 is ASCII.
`,
)
