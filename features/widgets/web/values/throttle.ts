import type { SensorView } from '../frame/sensor-view.ts'

const secondMs = 1_000

/**
 * Returns whether a drawing of the recent past is to be made again: every `seconds`, and at once
 * when `key` changed, an older past arrived, or the store's changes did. It becomes due on a whole
 * second, when widgets are painted anyway, so that no frame of a reading has drawings in it; those
 * of other sensors on another of the seconds, so that no frame has all of them.
 */
export function createThrottle(seconds: number): (view: Past, key: string | number) => boolean {
  let drawnTurn: number | undefined
  let drawnKey: string | number | undefined
  let drawnFrom = Infinity
  let drawnStored: Past['stored']
  return ({ sensor, trend, stored, now }, key) => {
    const turn = Math.floor((Math.floor(now / secondMs) + sensor.id) / seconds)
    const from = beginningOf(trend)
    const isNew = from < drawnFrom || key !== drawnKey || stored !== drawnStored
    if (!isNew && turn === drawnTurn) return false
    drawnTurn = turn
    drawnKey = key
    drawnFrom = from
    drawnStored = stored
    return true
  }
}

type Past = Pick<SensorView, 'trend' | 'now'> &
  Partial<Pick<SensorView, 'stored'>> & { readonly sensor: Pick<SensorView['sensor'], 'id'> }

/** The first moment of which a trend has anything, ms UTC. */
function beginningOf(trend: Past['trend']): number {
  if (!trend) return Infinity
  const spans = [trend.badSpans()[0]?.from, trend.uncertainSpans()[0]?.from]
  return Math.min(trend.times()[0] ?? Infinity, ...spans.map((from) => from ?? Infinity))
}
