import { z } from 'zod'
import { LesiId } from '#kit/model/device.ts'
import { dataOf } from '#kit/model/envelope.ts'
import { warRoomGate } from '#kit/model/permission.ts'
import { defineRoute } from '#kit/model/route.ts'
import { Sensor } from '#kit/model/sensor.ts'

export const listSensors = defineRoute({
  method: 'GET',
  path: '/api/sensors',
  summary: 'Sensors of every device that the caller may see, ordered by device and alias',
  gate: warRoomGate,
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
