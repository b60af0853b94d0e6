export type { ClientKey, Limiter, Rate, Verdict } from './limiter.ts'
export { type LocalLimiter, tokenBuckets } from './token-buckets.ts'
