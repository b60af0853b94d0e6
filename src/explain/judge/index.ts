/** Encoders and decoders of others, judged: cases, answers, classes, and the programs that are asked. */

export { type Answer, pictureOfAnswer } from './answer.ts'
export type { Case } from './case.ts'
export { casesOf } from './cases.ts'
export {
  type DecoderAnswer,
  type DecoderCase,
  decoderCasesOf,
  failingDecoders,
  failingDecodersStrictly,
  judgeDecoder,
} from './decoders/index.ts'
export { type Encoder, failing, failingStrictly, judge } from './judge.ts'
export { type JudgedFailure, type JudgeOptions, type JudgeReport, reportOf } from './measure.ts'
export { decoderOf, encoderOf, NotStarted } from './program.ts'
export { type Class, classes, type DecoderClass, decoderClasses, passes, type Treatment, treatments } from './report.ts'
