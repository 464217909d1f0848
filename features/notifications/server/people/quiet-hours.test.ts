import { expect, test } from 'vitest'
import { eventually } from '#testing/eventually.ts'
import {
  administrator,
  only,
  operator,
  send,
  site,
  thing,
  watchAlarms,
} from '#testing/sites/alarm-site.ts'
import type { NotificationRoute } from '../../contract/notification-route.ts'

watchAlarms()

const path = '/api/notification-routes'
const hourMs = 3_600_000
const asked = (more: object = {}) => ({
  ...{ name: `Route ${thing}`, isEnabled: true, priorities: [1, 2], devices: [thing], shifts: [] },
  ...{ afterMinutes: 0, digestMinutes: 0, quiet: null, language: 'en' },
  target: { kind: 'mail', recipients: ['op@example.org'] },
  ...more,
})
const add = async (more: object = {}): Promise<NotificationRoute> =>
  (await administrator.post(path, asked(more))).json().data.route
const deliveriesOf = async ({ id }: NotificationRoute): Promise<{ target: string }[]> => {
  const { deliveries } = (await administrator.get(path)).json().data
  return deliveries.filter(({ routeId }: { routeId: number }) => routeId === id)
}
const clockOf = (time: number) => new Date(time).toISOString().slice(11, 16)
/** Quiet hours that began an hour ago. */
const quietFor = (ms: number) => ({
  ...{ from: clockOf(Date.now() - hourMs), to: clockOf(Date.now() + ms) },
})
const setOwn = async (quiet: { from: string; to: string } | null) => {
  const reply = await operator.put('/api/profile/quiet-hours', { quiet, isUrgentAllowed: false })
  expect(reply.statusCode).toBe(200)
}
const notify = () => site.bus.emit('alarmsChanged', { deviceIds: new Set() })
const heldOf = ({ id }: NotificationRoute) =>
  site.sql.selectFrom('notification_held').selectAll().where('route_id', '=', id).execute()
const isHeld = (route: NotificationRoute, count: number) =>
  eventually(`${count} are held`, async () => (await heldOf(route)).length === count)
const noticesOf = ({ id }: NotificationRoute) =>
  site.sql.selectFrom('notification_notices').selectAll().where('route_id', '=', id).execute()
/** As if the time had come at which its first notice leaves. */
async function due(route: NotificationRoute): Promise<void> {
  await eventually('it waits', async () => (await noticesOf(route)).length === 1)
  const past = { due_at: new Date(0) }
  const notices = site.sql.updateTable('notification_notices').set(past)
  await notices.where('route_id', '=', route.id).execute()
  notify()
}

test('NT26 what is held for quiet hours follows these when they are changed', async () => {
  await setOwn(quietFor(hourMs))
  const route = await add()
  await send({ flow: 12.5 })
  await isHeld(route, 1)
  const longer = quietFor(3 * hourMs)
  await setOwn(longer)
  notify()
  await eventually('it is held for longer', async () =>
    (await heldOf(route)).every(({ due_at: at }) => clockOf(at.getTime()) === longer.to),
  )
  expect(await heldOf(route)).toHaveLength(1)
  expect(await deliveriesOf(route)).toEqual([])
  await setOwn(null)
  notify()
  await isHeld(route, 0)
  expect(await deliveriesOf(route)).toMatchObject([{ target: 'op@example.org' }])
})

test('NT28 whoever has no quiet hours is answered with what is read afterwards', async () => {
  const off = { quiet: null, isUrgentAllowed: false }
  const { data } = (await operator.put('/api/profile/quiet-hours', off)).json()
  expect((await operator.get('/api/profile/notices')).json().data).toMatchObject(data)
})

test('NT5 an escalation held for quiet hours does not leave for what has returned', async () => {
  await setOwn(quietFor(hourMs))
  const [escalation, every] = [await add({ afterMinutes: 10 }), await add()]
  await send({ flow: 12.5 })
  await isHeld(every, 1)
  await due(escalation)
  await isHeld(escalation, 1)
  await send({ flow: 1 })
  await eventually('it has returned', async () => (await only()).returnedAt !== null)
  await setOwn(null)
  notify()
  await isHeld(escalation, 0)
  expect(await deliveriesOf(escalation)).toEqual([])
  expect(await deliveriesOf(every)).toHaveLength(1)
})

test('NT2 what became due while the server was off waits for the end of quiet hours', async () => {
  const route = await add({ afterMinutes: 10 })
  const quiet = quietFor(2 * hourMs)
  const body = asked({ afterMinutes: 10, quiet, version: route.version })
  expect((await administrator.put(`${path}/${route.id}`, body)).statusCode).toBe(200)
  await send({ flow: 12.5 })
  await due(route)
  await eventually('it was looked at', async () => {
    const [notice] = await noticesOf(route)
    return notice?.due_at.getTime() !== 0 || notice.ended_at !== null
  })
  const [notice] = await noticesOf(route)
  expect(notice?.ended_at).toBe(null)
  expect(clockOf(notice?.due_at.getTime() ?? 0)).toBe(quiet.to)
  expect(await deliveriesOf(route)).toEqual([])
})
