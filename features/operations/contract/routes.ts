import { z } from 'zod'
import { dataOf } from '#kit/model/calls/envelope.ts'
import { defineRoute } from '#kit/model/calls/route.ts'

export const health = defineRoute({
  method: 'GET',
  path: '/api/health',
  summary: 'Whether the process lives; for a supervisor that restarts it',
  gate: 'public',
  reply: dataOf(
    z.object({ status: z.literal('ok'), version: z.string(), uptimeSeconds: z.number() }),
  ),
})

export const ready = defineRoute({
  method: 'GET',
  path: '/api/ready',
  summary:
    'Whether all that the server works with is there, by name, and what somebody should look at ' +
    'all the same; 503 with what is missing otherwise; for a load balancer',
  gate: 'public',
  reply: dataOf(z.record(z.string(), z.literal(true))).extend({
    /** What somebody should look at all the same. */
    notices: z.array(z.string()).optional(),
  }),
})
