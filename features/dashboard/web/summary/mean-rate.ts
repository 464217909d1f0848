/**
 * Heartbeats that the figure is the mean of: a plant that reports once a second falls into one
 * interval twice and into another not at all.
 */
const countedHeartbeats = 5
/** Fewer heartbeats do not give a rate: the first one may have met a moment of silence. */
const minimumHeartbeats = 3

/**
 * The mean of the newest rates (readings per second, one for each heartbeat of the server, oldest
 * first); null while it is not known.
 */
export function meanRate(rates: readonly number[]): number | null {
  if (rates.length < minimumHeartbeats) return null
  const newest = rates.slice(-countedHeartbeats)
  return newest.reduce((sum, rate) => sum + rate, 0) / newest.length
}
