import { expect, test } from 'vitest'
import {
  active,
  administrator,
  eventsOf,
  limit,
  only,
  operator,
  send,
  sensorOf,
  site,
  thing,
} from '#testing/sites/alarm-site.ts'
import '#testing/sites/shared-alarm-site.ts'
import { eventually } from '#testing/eventually.ts'
import { withLostAnswers } from '#testing/postgres/lost-answers.ts'
import { followRenumbered } from '../register/renumbered.ts'

/** All readings of the sensor go for good; its new number. */
async function deleteReadings(): Promise<number> {
  const { id = 0, alias = '' } = sensorOf() ?? {}
  const reply = await administrator.post('/api/readings/deletions', { sensorId: id, name: alias })
  expect(reply.statusCode, reply.body).toBe(200)
  await eventually('it is evaluated under its number', () => sensorOf()?.id !== id)
  return sensorOf()?.id ?? 0
}

test('AL64 an alarm ends when the readings of its sensor are deleted', async () => {
  await send({ flow: 12 })
  const { id } = await only()
  await deleteReadings()
  await eventually('it is withdrawn', async () => (await active()).length === 0)
  expect((await eventsOf(id)).map(({ type }) => type)).toEqual(['raised', 'withdrawn'])
  await send({ flow: 13 })
  expect(await only()).toMatchObject({ value: 13 })
  expect((await only()).id).not.toBe(id)
})

test('AL64 what is shelved of a sensor stays so when its readings are deleted', async () => {
  await send({ flow: 12 })
  const ids = [(await only()).id]
  await operator.post('/api/alarms/shelve', { ids, minutes: 30, reason: 'cleaning' })
  const sensorId = await deleteReadings()
  await eventually('its shelf has its number', () =>
    [...site.data.alarms.open.shelves()].some((shelf) => shelf.sensorId === sensorId),
  )
  await send({ flow: 13 })
  expect(await active()).toEqual([])
})

test('AL64 a sensor that is removed leaves neither alarm nor shelf', async () => {
  await limit({ upperAlarm: 10 })
  await send({ flow: 12 })
  const ids = [(await only()).id]
  await operator.post('/api/alarms/shelve', { ids, minutes: 30, reason: 'cleaning' })
  const { id = 0, deviceId = 0 } = sensorOf() ?? {}
  await site.sql.deleteFrom('sensors').where('id', '=', id).execute()
  await site.data.catalogue.refresh([deviceId])
  await site.data.alarms.register.afterwards(async () => undefined)
  expect([...site.data.alarms.open.ofDevice(deviceId)]).toEqual([])
  expect([...site.data.alarms.open.shelves()].filter((shelf) => shelf.sensorId === id)).toEqual([])
})

test('AL69 shelves of a new number are found when the database is back', async () => {
  await send({ flow: 12 })
  const ids = [(await only()).id]
  await operator.post('/api/alarms/shelve', { ids, minutes: 30, reason: 'cleaning' })
  const { bus, data } = site
  const { open, register } = data.alarms
  const [shelf = expect.unreachable()] = open.shelves()
  // As it is while the new number is not known.
  open.removeShelf(shelf)
  const sql = withLostAnswers(site.sql, /from "alarm_shelves"/)
  const log = { warn: () => undefined, info: () => undefined }
  const { record } = data.alarms
  const services = { sql, bus, open, register, record, log, clock: Date.now }
  followRenumbered(services, shelf.deviceId, [])
  await eventually('its shelf is there', () => open.shelfOf(shelf) !== undefined)
})

test('AL93 the analysis counts alarms of a sensor whose readings were deleted', async () => {
  await send({ flow: 12 })
  const { id } = await only()
  await operator.post('/api/alarms/acknowledge', { ids: [id] })
  await send({ flow: 8 })
  expect(await active()).toEqual([])
  await deleteReadings()
  const figures = async () => {
    const range = `from=${Date.now() - 86_400_000}&to=${Date.now() + 86_400_000}&thing=${thing}`
    return (await operator.get(`/api/alarms/analysis?${range}`)).json().data
  }
  await eventually('it is counted', async () => (await figures()).count === 1)
  expect((await figures()).sources.listed).toMatchObject([{ sensor: { id: sensorOf()?.id } }])
})
