/** The year by the clock, in UTC: dates in GS1 messages have two digits for the year, and the clock decides their century. */
export function thisYear(): number {
  return new Date().getUTCFullYear()
}
