import { z } from 'zod'
import { dataOf } from '#kit/model/calls/envelope.ts'
import { clipboardGate } from '#kit/model/permission.ts'
import { defineRoute } from '#kit/model/calls/route.ts'

export const readConnection = defineRoute({
  method: 'GET',
  path: '/api/connection',
  summary: 'Where devices reach the MQTT broker',
  gate: clipboardGate,
  reply: dataOf(
    z.object({
      /** Null: the host of this page. */
      mqttHost: z.string().nullable(),
      mqttPort: z.int(),
    }),
  ),
})
