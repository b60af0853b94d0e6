/** Encoders and decoders of others, judged: cases, answers, classes, and the programs that are asked. */

export { type Answer, pictureOfAnswer } from './answer.ts'
export type { Case } from './case.ts'
export { casesOf } from './cases.ts'
export {
  type DecoderAnswer,
  type DecoderCase,
  type DecoderClass,
  decoderCasesOf,
  decoderClasses,
  failingDecoders,
  failingDecodersStrictly,
  judgeDecoder,
  treatments,
} from './decoders/index.ts'
export { type Encoder, failing, failingStrictly, judge } from './judge.ts'
export { type Class, classes } from './judgement.ts'
export type { JudgedFailure, JudgeOptions, JudgeReport } from './measure.ts'
export { decoderOf, encoderOf, NotStarted } from './program.ts'
