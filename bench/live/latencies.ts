import type { DeviceFleet } from './device-fleet.ts'
import type { Probe } from './page-probe.ts'

/** ms from publish to the figure in the document, and to the arrival of its frame in the page. */
export function latencies(
  { changes, messages }: Probe,
  { publishedAt }: DeviceFleet,
  from: number,
): { shown: number[]; arrived: number[] } {
  const shown: number[] = []
  for (let index = 0; index < changes.length; index += 3) {
    const published = publishedAt.get(changes[index + 1] ?? 0)
    if (published !== undefined && published >= from)
      shown.push((changes[index + 2] ?? 0) - published)
  }
  const arrived = messages.flatMap(([at, text]) => {
    const message = JSON.parse(text) as { type: string; readings: [number, number, number][] }
    if (message.type !== 'frame') return []
    return message.readings.flatMap(([, , value]) => {
      const published = publishedAt.get(Math.round(value * 100))
      return published !== undefined && published >= from ? [at - published] : []
    })
  })
  return { shown, arrived }
}
