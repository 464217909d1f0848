import { z } from 'zod'
import { maximumKeyLength } from '#kit/model/limits.ts'
import { LesiId } from '#kit/model/device.ts'
import { dataOf, listOf } from '#kit/model/envelope.ts'
import { warRoomGate } from '#kit/model/permission.ts'
import { defineRoute } from '#kit/model/route.ts'
import { Sensor } from '#kit/model/sensor.ts'
import { maximumPageSize, SensorPage } from '#kit/model/sensor-filter.ts'

export const listSensors = defineRoute({
  method: 'GET',
  path: '/api/sensors',
  summary:
    'A page of the sensors that the caller may see, by device and alias; found by words, type ' +
    'and device',
  gate: warRoomGate,
  query: SensorPage,
  reply: listOf(Sensor),
})

export const lookUpSensors = defineRoute({
  method: 'POST',
  path: '/api/sensors/lookup',
  summary:
    'Named sensors, by id or by device and key; those that the caller may not see are left out',
  gate: warRoomGate,
  changesNothing: true,
  body: z.object({
    ids: z.array(z.int32()).max(maximumPageSize).default([]),
    names: z
      .array(z.object({ thing: LesiId, key: z.string().max(maximumKeyLength) }))
      .max(maximumPageSize)
      .default([]),
  }),
  reply: dataOf(z.array(Sensor)),
})

export const sensorConfig = defineRoute({
  method: 'GET',
  path: '/api/scada/sensor/config/:id',
  summary: 'Sensor configuration of one device, by its LESI ID',
  gate: warRoomGate,
  params: z.object({ id: LesiId }),
  reply: dataOf(z.array(Sensor)),
})
