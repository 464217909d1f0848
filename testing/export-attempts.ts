import type { HttpClient } from '#testing/peers/http-client.ts'

/** An export of a sensor of the device PUMP-1; its id. */
export async function addExport(administrator: HttpClient): Promise<string> {
  const reply = await administrator.post('/api/exports', {
    ...{ kind: 'readings', format: 'csv', mode: 'sensor', from: 0, to: 1 },
    sensors: [{ thing: 'PUMP-1', sensor: 'temp' }],
  })
  return reply.json().data.id
}

/** For each route of an export: what somebody else, who sees no device, is answered. */
export function attemptsOnExports({
  manager,
  export: id,
}: {
  readonly manager: number
  readonly export: string
}) {
  const path = `/api/exports/${id}`
  const ofOthers = 'of others not found: features/exports, EX27'
  return {
    'PUT /api/export-schedules/:id': ofOthers,
    'DELETE /api/export-schedules/:id': ofOthers,
    'POST /api/export-schedules/:id/pause': ofOthers,
    'POST /api/export-schedules/:id/send': ofOthers,
    'GET /api/exports/:id/file': [manager, `${path}/file`, undefined, 404],
    'POST /api/exports/:id/cancel': [manager, `${path}/cancel`, {}, 404],
    'DELETE /api/exports/:id': [manager, path, undefined, 404],
  } as const
}
