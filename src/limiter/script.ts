import { hash } from 'node:crypto'
import { token } from './limiter.ts'

/**
 * Takes a token from one bucket, in one step for all instances: KEYS[1] is the bucket, ARGV tokens a minute and of a full bucket.
 * The reply is whether it is admitted, the engine's time in milliseconds, and what the bucket lacks then, in units of 1 / 60000 token.
 *
 * A bucket is stored as that time and that lack, whatever the rate: so many units are a token at any rate, so that instances with
 * other settings, as in a rolling change of them, count the same spent tokens. All numbers are integers below 2^53, except
 * that the refill of more than a bucket holds may be rounded. A full bucket is not stored; the key stays a second longer than the
 * bucket is filled, because the engine may count the time to live from an earlier time than the script.
 *
 * If the engine's clock has gone back, the bucket is not refilled for the time before, and is counted from now on.
 */
export const script = `
local perMinute, burst = tonumber(ARGV[1]), tonumber(ARGV[2])
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local at, ahead = string.match(redis.call('GET', KEYS[1]) or '', '^(%d+) (%d+)$')
at, ahead = tonumber(at or now), tonumber(ahead or 0)
ahead = math.max(ahead - math.max(now - at, 0) * perMinute, 0)
local admitted = ahead <= (burst - 1) * ${token}
if admitted then ahead = ahead + ${token} end
if admitted or now < at then
  local value = string.format('%.0f %.0f', now, ahead)
  redis.call('SET', KEYS[1], value, 'PX', string.format('%.0f', math.ceil(ahead / perMinute) + 1000))
end
return { admitted and 1 or 0, now, ahead }
`

/** What EVALSHA calls it. */
export const scriptHash: string = hash('sha1', script)
