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

const browser = {
  endpoint: 'https://push.test/browser',
  keys: {
    p256dh:
      'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
    auth: 'BTBZMqHH6r4Tts7J_aSIgg',
  },
  language: 'en',
}

async function withBrowser() {
  const { client } = await person(['manager'])
  const added = await client.post('/api/profile/push-browsers', browser)
  return { client, path: `/api/profile/push-browsers/${added.json().data.id}` }
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
  'POST /api/profile/push-browsers': async () => {
    const { client } = await person(['manager'])
    return { client, path: '/api/profile/push-browsers', body: browser }
  },
  'POST /api/profile/push-browsers/:id/test': async () => {
    const { client, path: own } = await withBrowser()
    return { client, path: `${own}/test` }
  },
  'DELETE /api/profile/push-browsers/:id': async () => {
    const { client, path: own } = await withBrowser()
    return { client, path: own }
  },
  'PUT /api/profile/quiet-hours': async () => {
    const { client } = await person(['manager'])
    const body = { quiet: { from: '22:00', to: '06:00' }, isUrgentAllowed: true }
    return { client, path: '/api/profile/quiet-hours', body }
  },
}
