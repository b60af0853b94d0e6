export { type EngineAddress, engineAddress, engineAddresses } from './address.ts'
export { engineAt } from './engine.ts'
export { type Admission, type Limiter, type LocalLimiter, type Rate, tokenBuckets } from './limiter.ts'
export { type LimiterFigures, type SharedLimiter, sharedLimiter } from './shared-limiter.ts'
