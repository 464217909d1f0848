import type { LiveHub, Stop } from './live-hub.ts'

/**
 * Calls `paint` in the frame after the server has reported what each of these sensors has, or that
 * it never had anything, as far as it has not reported so yet. What is away from the screen listens
 * to nothing else.
 */
export function onFirstValues(
  hub: Pick<LiveHub, 'store' | 'watchSensor'>,
  sensorIds: readonly number[],
  paint: () => void,
): Stop {
  const stops = new Map<number, Stop>()
  const unknown = sensorIds.filter((id) => !hub.store.isKnown(id))
  for (const id of unknown) {
    const listener = () => {
      if (!hub.store.isKnown(id)) return
      stops.get(id)?.()
      stops.delete(id)
      paint()
    }
    stops.set(id, hub.watchSensor(id, listener))
  }
  return () => {
    for (const stop of stops.values()) stop()
  }
}
