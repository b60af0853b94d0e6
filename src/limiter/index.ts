export type { ClientKey, Limiter, Rate, Verdict } from './limiter.ts'
export { tokenBuckets } from './token-buckets.ts'
