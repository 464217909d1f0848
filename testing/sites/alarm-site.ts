import { sql as query } from 'kysely'
import { afterAll, beforeAll, beforeEach } from 'vitest'
import { eventually } from '#testing/eventually.ts'
import type { HttpClient } from '#testing/peers/http-client.ts'
import { countWaiting } from '#testing/postgres/databases-store.ts'
import { insertDevice } from '#testing/postgres/devices-store.ts'
import { startTestApplication, type TestApplication } from '#testing/sites/application.ts'
import type { Alarm, AlarmEvent } from '#features/alarms/contract/alarm.ts'

/** The whole server, with an administrator, an operator of the test's device, and a stranger. */
export let site: TestApplication
export let administrator: HttpClient
export let operator: HttpClient
let operatorId = 0
export let stranger: HttpClient
export let devices = 0
export let thing = ''

export const sensorOf = (key = 'flow') => {
  const device = site.data.catalogue.device(thing)
  return device && site.data.catalogue.sensorByKey(device.id, key)
}

export async function limit(change: object): Promise<void> {
  const { id } = sensorOf() ?? { id: 0 }
  await site.sql
    .updateTable('sensors')
    .set(
      Object.fromEntries(
        Object.entries(change).map(([name, value]) => [
          name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
          value as number,
        ]),
      ),
    )
    .where('id', '=', id)
    .execute()
  await site.data.catalogue.refresh([site.data.catalogue.device(thing)?.id ?? 0])
}

export let time = Date.now() - 3_600_000
export const send = (values: object, ts = (time += 1_000)) => {
  const device = site.data.catalogue.device(thing)
  if (!device) throw new Error('no device')
  return site.data.intake.take(device, Buffer.from(JSON.stringify({ ts, values })), 'refuse')
}
const registerIdle = () => site.data.alarms.register.afterwards(async () => undefined)
export const active = async (client = operator): Promise<Alarm[]> => {
  await registerIdle()
  const { alarms } = (await client.get('/api/alarms/active')).json().data
  return alarms.filter(({ device }: Alarm) => device.lesiId === thing)
}
export const eventsOf = async (id: number): Promise<AlarmEvent[]> =>
  (await operator.get(`/api/alarms/${id}`)).json().data.events
export const only = async () => {
  const [alarm] = await active()
  if (!alarm) throw new Error('there is no alarm')
  return alarm
}

/** Every test of the file has a device of its own, whose sensor `flow` has the upper limit 10. */
export function watchAlarms(
  environment: Readonly<Record<string, string>> = {},
  pushNetworks: readonly string[] = [],
): void {
  beforeAll(async () => {
    site = await startTestApplication(Date.now, environment, pushNetworks)
    const rights = { permissions: ['acknowledge alarm'] }
    administrator = await site.clientOf(
      await site.addAccount({ email: 'admin@example.org', name: 'Ada', roles: ['admin'] }),
    )
    operatorId = await site.addAccount({
      ...{ email: 'op@example.org', name: 'Otto', roles: ['manager'], ...rights },
    })
    operator = await site.clientOf(operatorId)
    stranger = await site.clientOf(
      await site.addAccount({ email: 'other@example.org', roles: ['manager'], ...rights }),
    )
  })
  afterAll(() => site.close())
  beforeEach(async () => {
    thing = `PUMP-${++devices}`
    await insertDevice(site.sql, thing, 'flow')
    await eventually('the sensor is there', () => sensorOf() !== undefined)
    const device = site.data.catalogue.device(thing)
    const binding = { user_id: operatorId, device_id: device?.id ?? 0, relation: 'admin' }
    await site.sql.insertInto('bindings').values(binding).execute()
    await limit({ upperAlarm: 10 })
  })
}

/** A rule of the device's sensor. */
export const rule = (condition: object, more: object = {}) => ({
  ...{ name: 'Flow', isEnabled: true, deadband: 0, onDelayMs: 0, offDelayMs: 0, priority: 1 },
  ...{ target: { kind: 'sensors', sensors: [{ thing, key: 'flow' }] }, condition },
  ...{ isLatching: false, message: {}, hours: [], suppressedBy: [], ...more },
})
/** Adds it as the administrator. */
export const add = async (body: object) => {
  const reply = await administrator.post('/api/alarm-rules', body)
  return reply.json().data
}

/** From now on administrators alone see the device of the test. */
export async function closeDevice(): Promise<void> {
  const { catalogue } = site.data
  const deviceId = catalogue.device(thing)?.id ?? 0
  await site.sql.deleteFrom('bindings').where('device_id', '=', deviceId).execute()
  await catalogue.refresh([deviceId])
}

/** What is asked for while alarms can not be read; `meanwhile` comes when it waits for them. */
export function whileAlarmsAreLocked<Reply>(
  ask: () => Promise<Reply>,
  meanwhile: () => Promise<void>,
): Promise<{ readonly reply: Promise<Reply> }> {
  return site.sql.transaction().execute(async (transaction) => {
    await query`lock table alarms in access exclusive mode`.execute(transaction)
    const reply = ask()
    await eventually('it waits', async () => (await countWaiting(site.sql)) > 0)
    await meanwhile()
    return { reply }
  })
}
