/**
 * Why every module of a symbol is as it is, step by step, each with its clause.
 *
 * @module
 */

export { explain } from './explain.ts'
export {
  type Area,
  type Explanation,
  type Modules,
  modulesIn,
  type Part,
  type Step,
  type Values,
} from './explanation.ts'

export { explainContent } from './gs1.ts'
export { explanationJson } from './json.ts'
export { explanationText } from './text.ts'
