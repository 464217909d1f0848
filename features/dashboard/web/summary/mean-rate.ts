/**
 * Pulses that the figure is the mean of: a plant that speaks once a second falls into one pulse
 * twice and into another not at all.
 */
const pulsesCounted = 5
/** Fewer pulses do not tell a rate: the first one may have met a moment of silence. */
const leastPulses = 3

/** Readings per second over the newest pulses (oldest first); null while it is not known. */
export function meanRate(pulses: readonly number[]): number | null {
  if (pulses.length < leastPulses) return null
  const newest = pulses.slice(-pulsesCounted)
  return newest.reduce((sum, rate) => sum + rate, 0) / newest.length
}
