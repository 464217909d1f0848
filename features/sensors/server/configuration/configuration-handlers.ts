import type { FastifyInstance } from 'fastify'
import type { Sensor } from '#kit/model/sensor.ts'
import { originOf } from '#kit/server/audit.ts'
import type { Caller } from '#kit/server/caller.ts'
import { requireOpenDevice, type Catalogue } from '#kit/server/catalogue.ts'
import type { Telemetry } from '#kit/server/clickhouse/telemetry.ts'
import { disconnectSignal } from '#kit/server/http/replies/disconnect-signal.ts'
import { serve } from '#kit/server/http/serve.ts'
import { ofOpenSensors } from '#kit/server/of-open-sensors.ts'
import type { ReadingWriter } from '#kit/server/readings/reading-writer.ts'
import type { SensorLists } from '#kit/server/sensor-list.ts'
import {
  configureDevice,
  configureSensors,
  countStoredReadings,
  listConfigurations,
} from '../../contract/routes.ts'
import { configure, type ConfigurationRequest, type ConfigureServices } from './configure.ts'
import { readStoredCounts } from './stored-store.ts'

export interface ConfigurationServices extends ConfigureServices {
  readonly catalogue: Catalogue
  readonly telemetry: Telemetry
  readonly writer: Pick<ReadingWriter, 'flush'>
}

const bodyLimit = 4 * 2 ** 20

/** The calls that read and change what sensors are configured to be. */
export function registerConfigurationRoutes(
  app: FastifyInstance,
  services: ConfigurationServices,
  lists: SensorLists,
): void {
  const { catalogue, telemetry, writer } = services
  const isOpen = (caller: Caller, { deviceId }: Pick<Sensor, 'deviceId'>) =>
    catalogue.visibleDeviceIds(caller).has(deviceId)

  serve(app, listConfigurations, async ({ caller, query, request }) => {
    const { sensors, total } = await lists.page(caller, query, request.signal)
    return { data: [...sensors], meta: { total, page: query.page, limit: query.limit } }
  })

  /** What comes after the answer is taken as it says. A read that fails is repeated by itself. */
  const change = async (request: ConfigurationRequest) => {
    const sensors = await configure(services, request)
    const devices = [...new Set(sensors.map(({ deviceId }) => deviceId))]
    await catalogue.refresh(devices).catch(() => undefined)
    return { data: [...sensors] }
  }

  serve(app, configureSensors, { bodyLimit }, ({ caller, body, request }) =>
    change({
      changes: body.changes,
      origin: originOf(request),
      mayChange: (sensor) => isOpen(caller, sensor),
    }),
  )

  serve(app, configureDevice, { bodyLimit }, async ({ caller, params, body, request }) => {
    const device = requireOpenDevice(catalogue, caller, params.id)
    const mayChange = ({ deviceId }: Sensor) => deviceId === device.id
    return change({ changes: body.changes, origin: originOf(request), mayChange })
  })

  serve(app, countStoredReadings, async ({ caller, body, reply }) => {
    const reader = telemetry.readerFor(caller.sessionId, disconnectSignal(reply))
    const judge = () => ({ sensors: lists.named(caller, body.sensors) })
    const data = await ofOpenSensors(judge, async ({ sensors }) => {
      const sensorIds = sensors.map(({ id }) => id)
      if (sensorIds.length === 0) return []
      await writer.flush({ sensorIds })
      return readStoredCounts(reader, sensorIds)
    })
    return { data }
  })
}
