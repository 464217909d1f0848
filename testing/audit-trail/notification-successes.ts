import type { Step } from './step.ts'
import { person } from './trail.ts'

const path = '/api/notification-routes'
const route = {
  ...{ name: 'Night', isEnabled: true, priorities: [1], devices: [], shifts: [], quiet: null },
  ...{ afterMinutes: 0, digestMinutes: 0, language: 'en' },
  target: { kind: 'mail', recipients: ['one@people.test'] },
}

async function added() {
  const { client } = await person(['admin'])
  const { id, version } = (await client.post(path, route)).json().data.route
  return { client, version, path: `${path}/${id}` }
}

/** For each route that changes a route of notifications: a call that succeeds. */
export const notificationSuccesses: Readonly<Record<string, () => Promise<Step>>> = {
  'POST /api/notification-routes': async () => {
    const { client } = await person(['admin'])
    return { client, path, body: route }
  },
  'PUT /api/notification-routes/:id': async () => {
    const { client, version, path: own } = await added()
    return { client, path: own, body: { ...route, version, name: 'Day' } }
  },
  'POST /api/notification-routes/:id/test': async () => {
    const { client, path: own } = await added()
    return { client, path: `${own}/test` }
  },
  'DELETE /api/notification-routes/:id': async () => {
    const { client, path: own } = await added()
    return { client, path: own }
  },
}
