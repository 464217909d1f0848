import { z } from 'zod'
import { maximumKeyLength } from '#kit/model/limits.ts'
import { LesiId } from '#kit/model/device.ts'
import { listOf, wholeListOf } from '#kit/model/calls/envelope.ts'
import { deviceNamesGate, scadaGate } from '#kit/model/permission.ts'
import { defineRoute } from '#kit/model/calls/route.ts'
import { Sensor } from '#kit/model/sensor.ts'
import { maximumPageSize, SensorPage } from '#kit/model/sensor-filter.ts'
import { ConfigurationChange, maximumChanges } from './configuration.ts'

export const listSensors = defineRoute({
  method: 'GET',
  path: '/api/sensors',
  summary:
    'A page of the sensors that the caller may see, by device and alias; found by words, type ' +
    'and device',
  gate: deviceNamesGate,
  isOpenToTokens: true,
  query: SensorPage,
  reply: listOf(Sensor),
})

export const lookUpSensors = defineRoute({
  method: 'POST',
  path: '/api/sensors/lookup',
  summary:
    'Named sensors, by id or by device and key; those that the caller may not see are left out',
  gate: deviceNamesGate,
  isOpenToTokens: true,
  changesNothing: true,
  body: z.object({
    ids: z.array(z.int32()).max(maximumPageSize).default([]),
    names: z
      .array(z.object({ thing: LesiId, key: z.string().max(maximumKeyLength) }))
      .max(maximumPageSize)
      .default([]),
  }),
  reply: wholeListOf(Sensor),
})

export const sensorConfig = defineRoute({
  method: 'GET',
  path: '/api/scada/sensor/config/:id',
  summary: 'Sensor configuration of one device, by its LESI ID',
  gate: deviceNamesGate,
  params: z.object({ id: LesiId }),
  reply: wholeListOf(Sensor),
})

const changes = z.object({
  changes: z.array(ConfigurationChange).min(1).max(maximumChanges),
})

export const configureSensors = defineRoute({
  method: 'PUT',
  path: '/api/sensors/config',
  summary:
    'Changes the configuration of sensors, all of them or none; 409 names the fields that ' +
    'somebody else has changed meanwhile',
  gate: scadaGate,
  body: changes,
  reply: wholeListOf(Sensor),
})

export const configureDevice = defineRoute({
  method: 'PUT',
  path: '/api/scada/sensor/config/:id',
  summary: 'Changes the configuration of sensors of one device, by its LESI ID',
  gate: scadaGate,
  params: z.object({ id: LesiId }),
  body: changes,
  reply: wholeListOf(Sensor),
})

export const listConfigurations = defineRoute({
  method: 'GET',
  path: '/api/sensors/config',
  summary: 'A page of the sensors that the caller may configure, by device and alias',
  gate: scadaGate,
  query: SensorPage,
  reply: listOf(Sensor),
})

export const countStoredReadings = defineRoute({
  method: 'POST',
  path: '/api/sensors/config/stored',
  summary: 'How many readings of these sensors are stored as numbers alone, and as texts alone',
  gate: scadaGate,
  changesNothing: true,
  body: z.object({ sensors: z.array(z.int().min(0).max(4_294_967_295)).max(maximumPageSize) }),
  reply: wholeListOf(z.object({ sensorId: z.int(), numbers: z.int(), texts: z.int() })),
})
