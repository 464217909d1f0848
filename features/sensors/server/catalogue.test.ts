import { expect, test } from 'vitest'
import { hashToken } from '#kit/server/token.ts'
import { loseNotifications, notify } from '#testing/postgres/databases-store.ts'
import { insertAccount } from '#testing/postgres/accounts-store.ts'
import {
  other,
  catalogue,
  failures,
  open,
  silentBus,
  addDevice,
  next,
  changeOf,
  knownDevice,
} from '#testing/sites/followed-catalogue.ts'

test('CA1 what the database holds is known at the start, under every key', async () => {
  const { id, lesiId } = await addDevice()
  await other
    .insertInto('sensors')
    .values([
      {
        device_id: id,
        key: 't10',
        alias: 'Probe 10',
        type: 'analog',
        unit: '°C',
        upper_alarm: 80.5,
        decimals: 1,
      },
      {
        device_id: id,
        key: 't9',
        alias: 'Probe 9',
        type: 'lamp',
        states: JSON.stringify({ 1: { colour: 'green', word: 'Run' } }),
      },
    ])
    .execute()
  const fresh = await open(silentBus())
  const name: unknown = expect.any(String)
  expect(fresh.device(lesiId)).toEqual({ id, lesiId, name, product: '', silenceMs: 60_000 })
  expect(fresh.deviceById(id)).toBe(fresh.device(lesiId))
  expect([...fresh.devices()].map((device) => device.id)).toContain(id)
  expect(fresh.sensorsOf(id).map((sensor) => sensor.alias)).toEqual(['Probe 9', 'Probe 10'])
  const probe = fresh.sensorByKey(id, 't10')
  expect(probe).toMatchObject({
    deviceId: id,
    lesiId,
    unit: '°C',
    upperAlarm: 80.5,
    lowerAlarm: null,
    decimals: 1,
    isNew: true,
  })
  expect(fresh.sensor(probe?.id ?? 0)).toBe(probe)
  expect(fresh.sensorByKey(id, 't9')?.states).toEqual({ 1: { colour: 'green', word: 'Run' } })
  expect([
    fresh.device('nobody'),
    fresh.deviceById(0),
    fresh.sensor(0),
    fresh.sensorByKey(id, 'x'),
  ]).toEqual(Array(4).fill(undefined))
  expect(fresh.sensorsOf(0)).toEqual([])
  await fresh.close()
})

test('CA2 a change through another connection is seen within a second', async () => {
  const { id, lesiId } = await knownDevice()
  const added = changeOf(id)
  await other
    .insertInto('sensors')
    .values({ device_id: id, key: 'a', alias: 'A', type: 'analog' })
    .execute()
  await added
  expect(catalogue.sensorByKey(id, 'a')?.alias).toBe('A')
  const renamed = changeOf(id)
  await other
    .updateTable('devices')
    .set({ lesi_id: `${lesiId}-new`, silence_ms: 5_000 })
    .where('id', '=', id)
    .execute()
  await renamed
  expect(catalogue.device(lesiId)).toBeUndefined()
  expect(catalogue.device(`${lesiId}-new`)?.silenceMs).toBe(5_000)
  const sensorId = catalogue.sensorByKey(id, 'a')?.id ?? 0
  const removed = changeOf(id)
  const token = next('deviceTokenChanged', (event) => event.lesiId === `${lesiId}-new`)
  await other.deleteFrom('devices').where('id', '=', id).execute()
  await Promise.all([removed, token])
  expect([catalogue.deviceById(id), catalogue.sensor(sensorId)]).toEqual([undefined, undefined])
  expect(catalogue.sensorsOf(id)).toEqual([])
})

test('CA2 a replaced token is announced, and the old one no longer works', async () => {
  const { id, lesiId } = await knownDevice('old')
  const announced = next('deviceTokenChanged', (event) => event.lesiId === lesiId)
  await other
    .updateTable('devices')
    .set({ token_hash: hashToken('new') })
    .where('id', '=', id)
    .execute()
  await announced
  expect([catalogue.verifyToken(lesiId, 'old'), catalogue.verifyToken(lesiId, 'new')]).toEqual([
    false,
    true,
  ])
})

test('CA3 what changed while the connection was lost is seen', async () => {
  const { id } = await knownDevice()
  const changed = changeOf(id)
  await loseNotifications(other, async (transaction) => {
    await transaction
      .updateTable('devices')
      .set({ name: 'While away' })
      .where('id', '=', id)
      .execute()
  })
  await changed
  expect(catalogue.deviceById(id)?.name).toBe('While away')
  const again = changeOf(id)
  await other.updateTable('devices').set({ name: 'Back' }).where('id', '=', id).execute()
  await again
})

test('CA10 notifications of anybody neither stop the catalogue nor are retried', async () => {
  const { id } = await knownDevice()
  for (const payload of ['x', '', '-1', '0', '99999999999', '{"device":1}', 'null', '2147483647'])
    await notify(other, 'warroom_catalogue', payload)
  const changed = changeOf(id)
  await other.updateTable('devices').set({ name: 'After them' }).where('id', '=', id).execute()
  await changed
  expect(catalogue.deviceById(id)?.name).toBe('After them')
  expect(failures).toEqual([])
})

test('CA6 only the device’s own token is right', async () => {
  const { lesiId } = await knownDevice('right')
  expect(catalogue.verifyToken(lesiId, 'right')).toBe(true)
  for (const token of ['', 'wrong', 'right ', hashToken('right').toString('hex')])
    expect(catalogue.verifyToken(lesiId, token)).toBe(false)
  expect(catalogue.verifyToken('nobody', 'right')).toBe(false)
})

test('CA7 a device registers itself once', async () => {
  const [device, same] = await Promise.all([
    catalogue.registerDevice('SELF-1', 'mine'),
    catalogue.registerDevice('SELF-1', 'mine'),
  ])
  expect(device).toEqual(same)
  expect(device).toMatchObject({ lesiId: 'SELF-1', name: 'SELF-1' })
  expect(catalogue.verifyToken('SELF-1', 'mine')).toBe(true)
  await expect(catalogue.registerDevice('SELF-1', 'theirs')).rejects.toMatchObject({
    code: 'device_unauthenticated',
  })
  expect(catalogue.verifyToken('SELF-1', 'theirs')).toBe(false)
})

test('CA8 who sees what', async () => {
  const [mine, theirs] = [await knownDevice(), await knownDevice()]
  const [sensor] = (await catalogue.addSensors(mine.id, [{ key: 'a', sample: 1 }])).sensors
  const userId = await insertAccount(other, { email: 'bound@example.org', roles: [] })
  const bound = changeOf(mine.id)
  await other
    .insertInto('bindings')
    .values({ user_id: userId, device_id: mine.id, relation: 'sub-user' })
    .execute()
  await bound
  const user = { userId, roles: ['user'] }
  const stranger = { userId: userId + 1, roles: ['manager'] }
  expect([...catalogue.visibleDeviceIds(user)]).toEqual([mine.id])
  expect(catalogue.visibleDeviceIds(stranger).size).toBe(0)
  expect([...catalogue.visibleDeviceIds({ userId, roles: ['admin'] })]).toEqual(
    expect.arrayContaining([mine.id, theirs.id]),
  )
  expect([user, stranger].map((caller) => catalogue.maySeeSensor(caller, sensor?.id ?? 0))).toEqual(
    [true, false],
  )
  const unbound = changeOf(mine.id)
  await other.deleteFrom('users').where('id', '=', userId).execute()
  await unbound
  expect(catalogue.visibleDeviceIds(user).size).toBe(0)
})

test('CA2 no read failed on the way', () => {
  expect(failures).toEqual([])
})
