/** The clauses of EAN-13, EAN-8, UPC-A, UPC-E and their add-ons: name, clause, the file of symbologies/ that keeps it, what it says; without a file, why no vector shows it. */

import { registerOf } from './clause.ts'

export const ean = registerOf(
  'ean',
  'ISO/IEC 15420:2009',
  ['ean13', 'ean8', 'upca', 'upce'],
  `
digits-01 | Table 1 | ean.ts | In number set C the digits 0 and 1 are bars and spaces of 3, 2, 1, 1 and of 2, 2, 2, 1 modules.
digits-23 | Table 1 | ean.ts | In number set C the digits 2 and 3 are bars and spaces of 2, 1, 2, 2 and of 1, 4, 1, 1 modules.
digits-45 | Table 1 | ean.ts | In number set C the digits 4 and 5 are bars and spaces of 1, 1, 3, 2 and of 1, 2, 3, 1 modules.
digits-67 | Table 1 | ean.ts | In number set C the digits 6 and 7 are bars and spaces of 1, 1, 1, 4 and of 1, 3, 1, 2 modules.
digits-89 | Table 1 | ean.ts | In number set C the digits 8 and 9 are bars and spaces of 1, 2, 1, 3 and of 3, 1, 1, 2 modules.
set-a | Table 1 | ean.ts | Number set A has a bar where C has a space, and the other way round.
set-b | Table 1 | ean.ts | Number set B is C read backwards.
normal-guard | 4.3.2.2 | ean.ts | The guard at each end is a bar, a space and a bar of a module each.
centre-guard | 4.3.2.2 | ean.ts | The guard between the halves has five elements of a module each, spaces outermost.
special-guard | 4.3.2.2 | upce.ts | UPC-E ends with six elements of a module each, a space first.
right-half | 4.3.2 | ean.ts | The right half of EAN-13 is in number set C.
ean8-sets | 4.3.2 | ean.ts | EAN-8 has four digits in number set A and four in C.
upca-sets | 4.3.2 | ean.ts | UPC-A has six digits in number set A and six in C.
first-0 | Table 3 | ean.ts | The first digit 0 of EAN-13 gives the left half the number sets AAAAAA.
first-1 | Table 3 | ean.ts | The first digit 1 of EAN-13 gives the left half the number sets AABABB.
first-2 | Table 3 | ean.ts | The first digit 2 of EAN-13 gives the left half the number sets AABBAB.
first-3 | Table 3 | ean.ts | The first digit 3 of EAN-13 gives the left half the number sets AABBBA.
first-4 | Table 3 | ean.ts | The first digit 4 of EAN-13 gives the left half the number sets ABAABB.
first-5 | Table 3 | ean.ts | The first digit 5 of EAN-13 gives the left half the number sets ABBAAB.
first-6 | Table 3 | ean.ts | The first digit 6 of EAN-13 gives the left half the number sets ABBBAA.
first-7 | Table 3 | ean.ts | The first digit 7 of EAN-13 gives the left half the number sets ABABAB.
first-8 | Table 3 | ean.ts | The first digit 8 of EAN-13 gives the left half the number sets ABABBA.
first-9 | Table 3 | ean.ts | The first digit 9 of EAN-13 gives the left half the number sets ABBABA.
upce-0 | Table 4 | upce.ts | The check digit 0 gives UPC-E of number system 0 the number sets BBBAAA.
upce-1 | Table 4 | upce.ts | The check digit 1 gives UPC-E of number system 0 the number sets BBABAA.
upce-2 | Table 4 | upce.ts | The check digit 2 gives UPC-E of number system 0 the number sets BBAABA.
upce-3 | Table 4 | upce.ts | The check digit 3 gives UPC-E of number system 0 the number sets BBAAAB.
upce-4 | Table 4 | upce.ts | The check digit 4 gives UPC-E of number system 0 the number sets BABBAA.
upce-5 | Table 4 | upce.ts | The check digit 5 gives UPC-E of number system 0 the number sets BAABBA.
upce-6 | Table 4 | upce.ts | The check digit 6 gives UPC-E of number system 0 the number sets BAAABB.
upce-7 | Table 4 | upce.ts | The check digit 7 gives UPC-E of number system 0 the number sets BABABA.
upce-8 | Table 4 | upce.ts | The check digit 8 gives UPC-E of number system 0 the number sets BABAAB.
upce-9 | Table 4 | upce.ts | The check digit 9 gives UPC-E of number system 0 the number sets BAABAB.
lowered | 4.3.3 | ean.ts | The guard bars reach lower than the others; in UPC-A also those of the first and the last digit.
addon-2-0 | number sets of add-ons | ean.ts | An add-on of two digits that leave 0 modulo 4 has the number sets AA.
addon-2-1 | number sets of add-ons | ean.ts | An add-on of two digits that leave 1 modulo 4 has the number sets AB.
addon-2-2 | number sets of add-ons | ean.ts | An add-on of two digits that leave 2 modulo 4 has the number sets BA.
addon-2-3 | number sets of add-ons | ean.ts | An add-on of two digits that leave 3 modulo 4 has the number sets BB.
addon-5-0 | number sets of add-ons | ean.ts | An add-on of five digits whose weighted sum ends in 0 has the number sets BBAAA.
addon-5-1 | number sets of add-ons | ean.ts | An add-on of five digits whose weighted sum ends in 1 has the number sets BABAA.
addon-5-2 | number sets of add-ons | ean.ts | An add-on of five digits whose weighted sum ends in 2 has the number sets BAABA.
addon-5-3 | number sets of add-ons | ean.ts | An add-on of five digits whose weighted sum ends in 3 has the number sets BAAAB.
addon-5-4 | number sets of add-ons | ean.ts | An add-on of five digits whose weighted sum ends in 4 has the number sets ABBAA.
addon-5-5 | number sets of add-ons | ean.ts | An add-on of five digits whose weighted sum ends in 5 has the number sets AABBA.
addon-5-6 | number sets of add-ons | ean.ts | An add-on of five digits whose weighted sum ends in 6 has the number sets AAABB.
addon-5-7 | number sets of add-ons | ean.ts | An add-on of five digits whose weighted sum ends in 7 has the number sets ABABA.
addon-5-8 | number sets of add-ons | ean.ts | An add-on of five digits whose weighted sum ends in 8 has the number sets ABAAB.
addon-5-9 | number sets of add-ons | ean.ts | An add-on of five digits whose weighted sum ends in 9 has the number sets AABAB.
addon-weights | number sets of add-ons | ean.ts | The five digits of an add-on weigh 3, 9, 3, 9 and 3.
addon-guard | number sets of add-ons | ean.ts | An add-on begins with bars of one and two modules, a module apart.
addon-separator | number sets of add-ons | ean.ts | Between the digits of an add-on are a space and a bar of a module each.
dimensions | number not known | - | All modules of a symbol are equally wide, within tolerances that follow from X. | a limit of what is printed, which no module shows
decode | number not known | - | Readers find digits by sums from edge to similar edge, and tell 1 from 7 and 2 from 8 by their bars. | a reader’s rule: vectors are what an encoder draws
`,
)

export const eanGs1 = registerOf(
  'ean-gs1',
  'GS1 General Specifications',
  ['ean13', 'ean8', 'upca', 'upce'],
  `
quiet-ean13 | 5.2.3.4 | ean.ts | EAN-13 has 11 light modules before it and 7 behind it.
quiet-ean8 | 5.2.3.4 | ean.ts | EAN-8 has 7 light modules on either side.
quiet-upca | 5.2.3.4 | ean.ts | UPC-A has 9 light modules on either side.
quiet-upce | 5.2.3.4 | upce.ts | UPC-E has 9 light modules before it and 7 behind it.
addon-gap | 5.2.3.4 | ean.ts | An add-on stands 7 to 12 modules behind EAN-13 and UPC-E, 9 to 12 behind UPC-A.
addon-quiet | 5.2.3.4 | ean.ts | Five light modules lie behind an add-on.
system | 5.2.2.4.2 | upce.ts | UPC-E has the number system 0; the older one, 1, exchanges number sets A and B.
expanded-0 | 5.2.2.4.2 | upce.ts | Six digits of UPC-E that end in 0: the third to the seventh digit behind the number system are 00000.
expanded-1 | 5.2.2.4.2 | upce.ts | Six digits of UPC-E that end in 1: the third to the seventh digit behind the number system are 10000.
expanded-2 | 5.2.2.4.2 | upce.ts | Six digits of UPC-E that end in 2: the third to the seventh digit behind the number system are 20000.
expanded-3 | 5.2.2.4.2 | upce.ts | Six digits of UPC-E that end in 3: five zeros follow the first 3 of them.
expanded-4 | 5.2.2.4.2 | upce.ts | Six digits of UPC-E that end in 4: five zeros follow the first 4 of them.
expanded-5 | 5.2.2.4.2 | upce.ts | Six digits of UPC-E that end in 5: the last five digits before the check digit are 00005.
expanded-6 | 5.2.2.4.2 | upce.ts | Six digits of UPC-E that end in 6: the last five digits before the check digit are 00006.
expanded-7 | 5.2.2.4.2 | upce.ts | Six digits of UPC-E that end in 7: the last five digits before the check digit are 00007.
expanded-8 | 5.2.2.4.2 | upce.ts | Six digits of UPC-E that end in 8: the last five digits before the check digit are 00008.
expanded-9 | 5.2.2.4.2 | upce.ts | Six digits of UPC-E that end in 9: the last five digits before the check digit are 00009.
suppressed | 5.2.2.4.2 | upce.ts | A UPC-A without zeros in these places has no UPC-E.
check-weights | 7.9.1 | check-digit.ts | The digits of a key weigh 3 and 1 in turn, 3 for the one before the check digit.
check-modulus | 7.9.1 | check-digit.ts | The check digit makes the weighted sum a multiple of ten.
check-given | 7.9.1 | check-digit.ts | A key with another check digit is not valid.
dimensions | 5.12.3 | - | X is 0.264 to 0.66 mm for EAN and UPC at points of sale, and bars have the height that goes with it. | sizes are in mm, and a vector has modules; plan and check judge them
digits-below | 5.2.5 | - | The digits stand below the bars, the first of EAN-13 and the outer ones of UPC beside them. | vectors have no captions; test/layout compares them with pictures that were looked at
`,
)
