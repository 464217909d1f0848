import type { LiveReading } from '#kit/model/live/messages.ts'
import type { Sensor } from '#kit/model/sensor.ts'
import type { PastMoment } from '../../contract/routes.ts'
import { devicesAt, type DeviceSources } from '../devices/device-states.ts'
import { readFirstTimes } from './moment-store.ts'
import { readingsAt, type ReadingAt } from './readings-at.ts'

/** What these sensors and their devices were at `at`, ms UTC. */
export async function momentOf(
  sources: DeviceSources,
  sensors: readonly Sensor[],
  at: number,
): Promise<Omit<PastMoment, 'closed'>> {
  const { reader } = sources
  const found = await readingsAt(reader, sensors, at)
  const lastRead = new Map([...found].map(([id, { time }]) => [id, time]))
  const without = sensors.flatMap(({ id }) => (found.has(id) ? [] : [id]))
  const [first, devices] = await Promise.all([
    without.length === 0 ? new Map<number, number>() : readFirstTimes(reader, without),
    devicesAt(sources, sensors, lastRead, at),
  ])
  return {
    at,
    readings: [...found.values()].map(liveReading),
    previous: [...found.values()].flatMap(replacedBy),
    withoutReading: without.map((id) => [id, first.get(id) ?? null]),
    devices,
  }
}

const liveReading = ({ sensorId, time, value, quality }: ReadingAt): LiveReading => [
  sensorId,
  time,
  value,
  quality,
]

const replacedBy = ({ sensorId, previous, changedAt }: ReadingAt): [number, number, number][] =>
  previous === null || previous === undefined || changedAt === undefined
    ? []
    : [[sensorId, previous, changedAt]]
