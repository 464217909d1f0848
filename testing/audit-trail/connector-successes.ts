import { person } from './trail.ts'
import type { Step } from './step.ts'

let connectors = 0

/** Settings of a connector that reads nothing: it connects to a port where nobody listens. */
export const modbusSettings = {
  ...{ host: '127.0.0.1', port: 1 },
  ...{ groups: [{ name: 'fast', intervalMs: 1_000 }], points: [] },
}

/** A connector that an administrator added, paused; its address, and the administrator. */
async function added() {
  const { client } = await person()
  connectors += 1
  const name = `Connector ${connectors}`
  const body = { kind: 'modbus-tcp', name, settings: modbusSettings, isPaused: true }
  const { id, version } = (await client.post('/api/connectors', body)).json().data
  return { client, id: id as number, name, version: version as number }
}

const onPath = async (end: string): Promise<Step> => {
  const { client, id } = await added()
  return { client, path: `/api/connectors/${id}${end}` }
}

/** As `successes`, for the routes of connectors. */
export const connectorSuccesses: Readonly<Record<string, () => Promise<Step>>> = {
  'POST /api/connectors': async () => ({
    client: (await person()).client,
    path: '/api/connectors',
    body: { kind: 'modbus-tcp', name: 'Added', settings: modbusSettings, isPaused: true },
  }),
  'PUT /api/connectors/:id': async () => {
    const { client, id, name, version } = await added()
    const body = { version, name: `${name}, renamed`, settings: modbusSettings }
    return { client, path: `/api/connectors/${id}`, body }
  },
  'POST /api/connectors/:id/pause': () => onPath('/pause'),
  'POST /api/connectors/:id/resume': () => onPath('/resume'),
  'DELETE /api/connectors/:id': () => onPath(''),
  'PUT /api/connectors/order': async () => {
    const { client, id } = await added()
    return { client, path: '/api/connectors/order', body: { ids: [id] } }
  },
}
