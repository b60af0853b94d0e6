export { type EngineAddress, engineAddress, engineAddresses } from './address.ts'
export { engineAt } from './engine.ts'
export { type Limiter, type LocalLimiter, type Rate, tokenBuckets, type Verdict } from './limiter.ts'
export { type LimiterFigures, type SharedLimiter, sharedLimiter } from './shared-limiter.ts'
