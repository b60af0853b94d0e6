/** Encoders of others, judged: cases, answers, classes, and the programs that are asked. */

export type { Answer } from './answer.ts'
export type { Case } from './case.ts'
export { casesOf } from './cases.ts'
export {
  type Encoder,
  failing,
  failingStrictly,
  type JudgedFailure,
  type JudgeOptions,
  type JudgeReport,
  judge,
} from './judge.ts'
export { type Class, classes } from './judgement.ts'
export { encoderOf, NotStarted } from './program.ts'
