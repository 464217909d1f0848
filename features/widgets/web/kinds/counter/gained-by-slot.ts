import { gainOf } from '#kit/model/numbers/running-total.ts'
import type { Sensor } from '#kit/model/sensor.ts'
import type { Trend } from '#kit/web/live/index.ts'

/**
 * What was gained in each of `slots` spans of `slotMs` up to `now`, oldest first; null where
 * nothing is known.
 */
export function gainedBySlot(
  trend: Trend | undefined,
  now: number,
  {
    sensor,
    slotMs,
    slots,
  }: {
    readonly sensor: Pick<Sensor, 'wrapAt' | 'offset'>
    readonly slotMs: number
    readonly slots: number
  },
): (number | null)[] {
  const gains = Array.from<number | null>({ length: slots }).fill(null)
  const times = trend?.times() ?? []
  const values = trend?.values() ?? []
  const end = Math.floor(now / slotMs) + 1
  for (let index = 1; index < times.length; index++) {
    const slot = Math.floor((times[index] ?? 0) / slotMs) - end + slots
    if (slot < 0 || slot >= slots) continue
    const before = values[index - 1] ?? 0
    const after = values[index] ?? 0
    gains[slot] = (gains[slot] ?? 0) + gainOf(before, after, sensor)
  }
  return gains
}
