import { eventually } from '#testing/eventually.ts'
import { takeUnaudited } from '#testing/postgres/audit-store.ts'
import { insertDevice } from '#testing/postgres/devices-store.ts'
import { notificationSuccesses } from './notification-successes.ts'
import type { Step } from './step.ts'
import { person, site } from './trail.ts'

let devices = 0

/** A sensor of a device of its own that has an alarm, and a person who may do all to it. */
async function alarming() {
  const thing = `ALARM-${++devices}`
  const { client } = await person(['admin'])
  const id = await insertDevice(site.sql, thing, 'level')
  await site.sql.updateTable('sensors').set({ upper_alarm: 10 }).where('id', '=', id).execute()
  const isKnown = () => site.data.catalogue.sensor(id)?.upperAlarm === 10
  await eventually('the sensor is known', isKnown)
  const reading = { sensorId: id, time: Date.now(), value: 11, quality: 'good' } as const
  site.bus.emit('readings', { readings: [reading], receivedAt: Date.now() })
  const alarmOf = () => [...site.data.alarms.open.all()].find(({ sensorId }) => sensorId === id)
  await eventually('the alarm is stored', () => alarmOf() !== undefined)
  await takeUnaudited(site.sql)
  return { client, thing, id: alarmOf()?.id ?? 0 }
}

const does =
  (path: string, body: object): (() => Promise<Step>) =>
  async () => {
    const { client, id } = await alarming()
    return { client, path: `/api/alarms/${path}`, body: { ids: [id], ...body } }
  }

const shelf = { minutes: 5, reason: 'calibration' }

async function ruling() {
  const { client, thing } = await alarming()
  const body = {
    ...{ name: thing, isEnabled: true, deadband: 0, onDelayMs: 0, offDelayMs: 0, priority: 1 },
    target: { kind: 'sensors', sensors: [{ thing, key: 'level' }] },
    condition: { kind: 'bad_quality', isUncertainToo: false },
    ...{ isLatching: false, message: {}, hours: [], suppressedBy: [] },
  }
  return { client, path: '/api/alarm-rules', body }
}

async function ruled() {
  const { client, path, body } = await ruling()
  const { id } = (await client.post(path, body)).json().data
  await takeUnaudited(site.sql)
  return { client, path: `${path}/${id}`, body }
}

/** An alarm that waits for a reset. */
async function latched(): Promise<Step> {
  const { client, path, body } = await ruling()
  await client.post(path, { ...body, isLatching: true })
  const sensor = site.data.catalogue.sensorByKey(deviceId(body.name), 'level')
  const send = (value: number | null, time: number) => {
    const quality = value === null ? 'bad' : 'good'
    const reading = { sensorId: sensor?.id ?? 0, time, value, quality } as const
    site.bus.emit('readings', { readings: [reading], receivedAt: time })
  }
  send(null, Date.now() + 1_000)
  send(1, Date.now() + 2_000)
  const isLatched = () =>
    [...site.data.alarms.open.all()].find((each) => each.isLatching && each.returnedAt !== null)
  await eventually('the alarm is latched', () => isLatched() !== undefined)
  const ids = [isLatched()?.id]
  await client.post('/api/alarms/acknowledge', { ids })
  await takeUnaudited(site.sql)
  return { client, path: '/api/alarms/reset', body: { ids } }
}

const deviceId = (lesiId: string) => site.data.catalogue.device(lesiId)?.id ?? 0

/** Of alarms and their rules, as `successes` has them. */
/** An administrator, and when the present shift of the site begins. */
async function inShift() {
  const { client } = await person(['admin'])
  await client.put('/api/shifts', { shifts: [{ name: 'Day', start: '00:00' }] })
  const { shift } = (await client.get(`/api/handover?at=${Date.now()}`)).json().data
  const body = { shift: shift.from, text: 'Pump 2 runs hot' }
  return { client, path: '/api/handover/notes', body }
}

export const alarmSuccesses: Readonly<Record<string, () => Promise<Step>>> = {
  'POST /api/handover/notes': inShift,
  'DELETE /api/handover/notes/:id': async () => {
    const { client, path, body } = await inShift()
    const { id } = (await client.post(path, body)).json().data
    return { client, path: `${path}/${id}` }
  },
  ...notificationSuccesses,
  'POST /api/alarms/acknowledge': does('acknowledge', {}),
  'POST /api/alarms/reset': latched,
  'POST /api/alarms/assign': does('assign', { isMine: true }),
  'POST /api/alarms/:id/comment': async () => {
    const { client, id } = await alarming()
    return { client, path: `/api/alarms/${id}/comment`, body: { comment: 'a leak' } }
  },
  'POST /api/alarms/shelve': does('shelve', shelf),
  'POST /api/alarms/out-of-service': async () => {
    const { client, thing } = await alarming()
    const body = { origin: 'upper', thing, sensor: 'level', reason: 'repair' }
    return { client, path: '/api/alarms/out-of-service', body }
  },
  'POST /api/alarms/unshelve': async () => {
    const { client, thing, id } = await alarming()
    await client.post('/api/alarms/shelve', { ids: [id], ...shelf })
    await takeUnaudited(site.sql)
    const body = { origin: 'upper', thing, sensor: 'level' }
    return { client, path: '/api/alarms/unshelve', body }
  },
  'POST /api/alarm-rules': ruling,
  'PUT /api/alarm-rules/:id': async () => {
    const { client, path, body } = await ruled()
    return { client, path, body: { ...body, name: 'Other', version: 1 } }
  },
  'DELETE /api/alarm-rules/:id': async () => {
    const { client, path } = await ruled()
    return { client, path }
  },
}
