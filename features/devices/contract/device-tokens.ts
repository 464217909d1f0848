import { z } from 'zod'
import { dataOf } from '#kit/model/calls/envelope.ts'
import { scadaGate } from '#kit/model/permission.ts'
import { defineRoute } from '#kit/model/calls/route.ts'
import { DeviceName, WithToken, RegisteredDevice } from './registry.ts'

/** 30 days. */
export const maximumOverlapSeconds = 30 * 86_400

export const rotateToken = defineRoute({
  method: 'POST',
  path: '/api/devices/:lesiId/token',
  summary: 'A new token for a device; the one before ends, at once or after the chosen time',
  gate: scadaGate,
  params: DeviceName,
  body: z
    .object({
      /** For so long the token before holds too. */
      overlapSeconds: z.int().min(0).max(maximumOverlapSeconds).default(0),
    })
    .nullish(),
  reply: WithToken,
})

export const revokeToken = defineRoute({
  method: 'POST',
  path: '/api/devices/:lesiId/token/revoke',
  summary: 'No token of the device is valid from now on; its connections end',
  gate: scadaGate,
  params: DeviceName,
  reply: dataOf(RegisteredDevice),
})
