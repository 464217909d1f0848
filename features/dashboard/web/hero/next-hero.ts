/** Who has the big place, and since when that is in question. Times in ms UTC. */
export interface HeroState {
  /** null: nobody in particular, the usual sensor is shown. */
  readonly sensorId: number | null
  readonly isPinned: boolean
  /** Since when the sensor that is there deviates no more; null while it does. */
  readonly wellSince: number | null
  /** Since when another one is clearly worse; null while none is. */
  readonly worseSince: number | null
}

/** What there is at one moment. */
export interface HeroInput {
  /** How far each deviating sensor deviates: more than 0. */
  readonly severities: ReadonlyMap<number, number>
  readonly isShown: (sensorId: number) => boolean
  /** The sensor that the person pinned, as far as it is shown. */
  readonly pinned: number | null
  /** The server's time, ms UTC. */
  readonly now: number
}

/** So long must a sensor be well again before it gives the place away. */
export const recoveryMs = 60_000
/** So long must another one be clearly worse before it takes the place. */
export const replacementMs = 10_000
/** Clearly worse: beyond its limit by so many times as much. */
export const worseFactor = 1.5

/**
 * Who has the big place next. A pinned sensor has it always. Else the worst takes it at the
 * beginning, and keeps it until it has been well for a while or another one has been clearly worse
 * for a moment: values that waver around a limit do not make the place change.
 */
export function nextHero(before: HeroState | null, moment: HeroInput): HeroState {
  const { severities, isShown, pinned, now } = moment
  if (pinned !== null) return { ...stateOf(pinned), isPinned: true }
  const worst = worstOf(severities)
  if (!before || before.isPinned) return stateOf(worst)
  const { sensorId } = before
  if (sensorId !== null && !isShown(sensorId)) return stateOf(worst)
  const severity = sensorId === null ? 0 : (severities.get(sensorId) ?? 0)
  const isWell = sensorId !== null && severity === 0
  const isWorse = worst !== null && (severities.get(worst) ?? 0) > severity * worseFactor
  const wellSince = isWell ? since(before.wellSince, now) : null
  const worseSince = isWorse ? since(before.worseSince, now) : null
  const isOver = (start: number | null, ms: number) => start !== null && now - start >= ms
  if (isOver(wellSince, recoveryMs) || isOver(worseSince, replacementMs)) return stateOf(worst)
  return { sensorId, isPinned: false, wellSince, worseSince }
}

const stateOf = (sensorId: number | null): HeroState => ({
  ...{ sensorId, isPinned: false, wellSince: null, worseSince: null },
})

/** A clock that was set back does not make the wait longer. */
const since = (start: number | null, now: number) => Math.min(start ?? now, now)

/** The sensor that deviates most, of several the one with the least id; null when none does. */
function worstOf(severities: ReadonlyMap<number, number>): number | null {
  let worst: number | null = null
  for (const [sensorId, severity] of severities) {
    const maximum = worst === null ? 0 : (severities.get(worst) ?? 0)
    if (severity > maximum || (severity === maximum && sensorId < (worst ?? -Infinity)))
      worst = sensorId
  }
  return worst
}
