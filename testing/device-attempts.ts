import { firstCertificate } from '#testing/certificates.ts'

interface Ids {
  /** Somebody who sees no device. */
  readonly own: number
  readonly manager: number
  /** An administrator's request to delete readings. */
  readonly requested: number
}

/** For each route of a device or its sensors: who tries it with another's, and the answer. */
export function attemptsOnDevices({ own, manager, requested }: Ids) {
  const report = '/api/scada/report/PUMP-1/temp/today'
  const byThing = '/api/scada/reportbything'
  const config = '/api/scada/sensor/config/PUMP-1'
  const changes = [{ id: 1, before: { unit: '' }, after: { unit: 'bar' } }]
  const thing = { thing: 'PUMP-1', from: 0, to: 1 }
  const sensor = { ...thing, sensor: 'temp' }
  const device = '/api/devices/PUMP-1'
  const deletion = `/api/readings/deletions/${requested}/start`
  const days = { contractStart: null, contractEnd: null }
  const binding = { email: 'manager@example.org', relation: 'admin', ...days }
  const texts = { name: 'Mine', product: '', site: '', zone: '' }
  const edit = { version: 1, ...texts, intervalMs: 1_000, silenceMs: 60_000 }
  const id = '0b7e1d3c-0000-4000-8000-000000000000'
  const command = { id, protocol: 'warroom', target: 'a', value: 1, confirmedAt: Date.now() }
  return {
    'GET /api/devices/:lesiId': [own, device, undefined, 404],
    'PUT /api/devices/:lesiId': [manager, device, edit, 404],
    'DELETE /api/devices/:lesiId': [manager, device, undefined, 404],
    'POST /api/devices/:lesiId/claim-code': [manager, `${device}/claim-code`, days, 403],
    'DELETE /api/devices/:lesiId/claim-code': [manager, `${device}/claim-code`, undefined, 403],
    'GET /api/devices/:lesiId/bindings': [manager, `${device}/bindings`, undefined, 404],
    'PUT /api/devices/:lesiId/bindings': [manager, `${device}/bindings`, binding, 404],
    'DELETE /api/devices/:lesiId/bindings/:userId': [
      manager,
      `${device}/bindings/${own}`,
      undefined,
      404,
    ],
    'GET /api/devices/:lesiId/commands': [own, `${device}/commands`, undefined, 404],
    'GET /api/devices/:lesiId/commands/history': [
      own,
      `${device}/commands/history`,
      undefined,
      404,
    ],
    'PUT /api/devices/:lesiId/commands/settings': [
      ...[manager, `${device}/commands/settings`, { version: 0, enabled: true, targets: [] }, 404],
    ] as const,
    'POST /api/devices/:lesiId/commands': [manager, `${device}/commands`, command, 403],
    'POST /api/devices/:lesiId/token': [manager, `${device}/token`, {}, 404],
    'POST /api/devices/:lesiId/token/revoke': [manager, `${device}/token/revoke`, {}, 404],
    'GET /api/scada/report/:thing/:sensor/:period': [own, report, undefined, 404],
    'DELETE /api/calculations/:id': [manager, '/api/calculations/1', undefined, 404],
    'GET /api/scada/sensor/config/:id': [own, config, undefined, 404],
    'PUT /api/scada/sensor/config/:id': [manager, config, { changes }, 404],
    'POST /api/scada/reportbything': [own, byThing, thing, 404],
    'POST /api/scada/reportbything/sensor': [own, `${byThing}/sensor`, sensor, 404],
    'GET /api/devices/:lesiId/certificates': [manager, `${device}/certificates`, undefined, 404],
    'POST /api/devices/:lesiId/certificates': [
      manager,
      `${device}/certificates`,
      { certificate: firstCertificate.certificate },
      404,
    ],
    'DELETE /api/devices/:lesiId/certificates/:certificateId': [
      manager,
      `${device}/certificates/1`,
      undefined,
      404,
    ],
    'GET /api/ingest/things/:lesiId': [manager, '/api/ingest/things/PUMP-1', undefined, 404],
    'POST /api/readings/deletions/:id/start': [manager, deletion, { name: 'GONE-1' }, 404],
    'POST /api/ingest/:lesiId': [own, '/api/ingest/PUMP-1', {}, 401],
  } as const
}
