import { heartbeatIntervalMs } from '#kit/model/live/protocol.ts'
import type { LiveConnection } from './live-connection.ts'
import type { LiveServices } from './services.ts'

/** Whoever has no account gets the beat without the figures of the installation. */
const noFigures = {
  ...{ readingsPerSecond: 0, storedUpTo: null, storeOutage: null },
  alarmsStoppedSince: null,
}

/**
 * Sends every client once a second how many readings arrive and up to when they are on disk.
 * Returns the function that ends it.
 */
export function startHeartbeat(
  services: Pick<LiveServices, 'bus' | 'clock' | 'writer' | 'alarmsStoppedSince'>,
  connections: ReadonlySet<LiveConnection>,
): () => void {
  const { bus, clock, writer } = services
  let readings = 0
  let lastAt = performance.now()
  let storedUpTo: number | null = null

  function send(): void {
    const now = performance.now()
    const readingsPerSecond = Math.round((readings * 1000) / (now - lastAt))
    ;[readings, lastAt] = [0, now]
    const { storeFailingForMs, journalBytes } = writer.status
    const storeOutage =
      storeFailingForMs === null
        ? null
        : { since: Math.round(clock() - storeFailingForMs), journalBytes }
    const alarmsStoppedSince = services.alarmsStoppedSince()
    const figures = { readingsPerSecond, storedUpTo, storeOutage, alarmsStoppedSince }
    for (const connection of connections)
      connection.sendIfKeepingUp({
        ...{ type: 'heartbeat' },
        ...(connection.scope === null ? figures : noFigures),
      })
  }

  const timer = setInterval(send, heartbeatIntervalMs)
  const stops = [
    () => clearInterval(timer),
    bus.on('readings', (received) => void (readings += received.readings.length)),
    bus.on('stored', ({ upTo }) => void (storedUpTo = upTo)),
  ]
  return () => {
    for (const stop of stops) stop()
  }
}
