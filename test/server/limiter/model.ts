import type { Admission, Rate } from '../../../src/server/limiter/index.ts'

/** The bucket as the textbook has it, in exact numbers of sixty-thousandths of a token. */
export class Model {
  private readonly rate: Rate
  private parts: bigint
  private last: bigint | undefined

  constructor(rate: Rate) {
    this.rate = rate
    this.parts = BigInt(rate.burst) * 60_000n
  }

  take(time: number): Admission {
    const [now, perMinute, full] = [BigInt(time), BigInt(this.rate.perMinute), BigInt(this.rate.burst) * 60_000n]
    this.parts += (now - (this.last ?? now)) * perMinute
    if (this.parts > full) this.parts = full
    this.last = now
    const admitted = this.parts >= 60_000n
    if (admitted) this.parts -= 60_000n
    const left = this.parts / 60_000n
    const missing = (left + 1n) * 60_000n - this.parts
    const perSecond = 1000n * perMinute
    return { admitted, left: Number(left), waitSeconds: Number((missing + perSecond - 1n) / perSecond) }
  }
}
