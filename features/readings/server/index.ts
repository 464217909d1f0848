import type { FastifyInstance } from 'fastify'
import fastifyPlugin from 'fastify-plugin'
import type { SensorType } from '#kit/model/sensor.ts'
import type { Caller } from '#kit/server/caller.ts'
import type { Catalogue } from '#kit/server/catalogue.ts'
import type { Telemetry } from '#kit/server/clickhouse/telemetry.ts'
import { systemClock } from '#kit/server/clock.ts'
import type { CurrentReadings } from '#kit/server/current-readings.ts'
import { serve } from '#kit/server/http/serve.ts'
import type { ReadingWriter } from '#kit/server/reading-writer.ts'
import { latestChanges, realtime, todayFigures } from '../contract/routes.ts'
import { StoredChanges } from './stored-changes.ts'
import { readFiguresSince } from './today-store.ts'

interface Services {
  readonly catalogue: Catalogue
  readonly current: CurrentReadings
  readonly telemetry: Telemetry
  /** What was acknowledged is flushed to the store before it is asked for. */
  readonly writer: Pick<ReadingWriter, 'flush'>
  /** Midnight of the present day in the site's zone, ms UTC. */
  readonly startOfToday: () => number
}

const changing: ReadonlySet<SensorType> = new Set(['lamp', 'detector', 'string'])

/** Last readings, today's figures and latest changes. */
export const readingsPlugin = fastifyPlugin(
  async (app: FastifyInstance, { catalogue, current, telemetry, writer, startOfToday }: Services) => {
    const visibleSensors = (caller: Caller) => [...catalogue.visibleDeviceIds(caller)].flatMap((id) => catalogue.sensorsOf(id))

    serve(
      app,
      realtime,
    )(async ({ caller }) => ({
      data: [...catalogue.visibleDeviceIds(caller)].flatMap((id) => {
        const device = catalogue.deviceById(id)
        if (!device) return []
        const readings = catalogue.sensorsOf(id).flatMap(({ id: sensorId, key }) => {
          const known = current.get(sensorId)?.reading
          return known ? [{ sensorId, key, time: known.time, value: known.value, quality: known.quality }] : []
        })
        return [{ lesiId: device.lesiId, name: device.name, readings }]
      }),
    }))

    serve(
      app,
      todayFigures,
    )(async ({ caller }) => {
      const sensors = visibleSensors(caller).map(({ id }) => id)
      await writer.flush({ sensorIds: sensors })
      return { data: sensors.length === 0 ? [] : await readFiguresSince(telemetry, sensors, startOfToday()) }
    })

    const stored = new StoredChanges(telemetry, systemClock)
    serve(
      app,
      latestChanges,
    )(async ({ caller }) => {
      const sensors = visibleSensors(caller).filter(({ type }) => changing.has(type))
      await writer.flush({ sensorIds: sensors.map(({ id }) => id) })
      const changes = await stored.of(sensors)
      return { data: [...changes].map(([sensorId, list]) => ({ sensorId, changes: [...list] })) }
    })
  },
  { name: 'readings', dependencies: ['session'] },
)
