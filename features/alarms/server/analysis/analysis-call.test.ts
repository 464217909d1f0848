import { expect, test } from 'vitest'
import { eventually } from '#testing/eventually.ts'
import type { HttpClient } from '#testing/peers/http-client.ts'
import {
  active,
  administrator,
  add,
  only,
  operator,
  rule,
  send,
  site,
  stranger,
  thing,
  time,
} from '#testing/sites/alarm-site.ts'
import '#testing/sites/shared-alarm-site.ts'
import { readWorkbook, valuesOf } from '#testing/workbook.ts'
import { AlarmRecord } from './alarm-record.ts'

const day = 86_400_000
const analysis = async (client: HttpClient = operator, more = `&thing=${thing}`) => {
  await active()
  const range = `from=${Date.now() - day}&to=${Date.now() + day}`
  return client.get(`/api/alarms/analysis?${range}${more}`)
}

test('AL41 alarms are counted as they come, and when they are acknowledged', async () => {
  await send({ flow: 12 })
  const { id } = await only()
  expect((await analysis()).json().data).toMatchObject({
    ...{ count: 1, acknowledged: 0, medianToAcknowledgeMs: null, before: null },
    priorities: [{ count: 0 }, { count: 1 }, { count: 0 }],
    sources: {
      total: 1,
      listed: [{ origin: 'upper', count: 1, device: { lesiId: thing }, sensor: { key: 'flow' } }],
    },
    ...{ standing: { total: 1, alarms: [{ id }] }, stale: { total: 0 } },
    ...{ recordedFrom: time, rate: { busiest: { count: 1 }, floods: 0 } },
  })
  await operator.post('/api/alarms/acknowledge', { ids: [id] })
  for (let count = 0; count < 3; count++) {
    await send({ flow: 8 })
    await send({ flow: 13 })
  }
  const { data } = (await analysis()).json()
  expect(data).toMatchObject({ count: 4, acknowledged: 1, chattering: { total: 1 } })
  expect(data.chattering.listed[0]).toMatchObject({ maximumInMinute: 4, source: { count: 4 } })
  const ofSensor = await analysis(operator, `&thing=${thing}&sensor=flow`)
  expect(ofSensor.json().data.count).toBe(4)
})

test('AL41 what nobody was shown is counted apart', async () => {
  const id = (await add(rule({ kind: 'limit', level: 'low', limit: 1 }, { priority: 'journal' })))
    .id
  await send({ flow: 12 })
  const ids = [(await only()).id]
  await operator.post('/api/alarms/shelve', { ids, minutes: 5, reason: 'noise' })
  await send({ flow: 0 })
  await send({ flow: 12 })
  expect((await analysis()).json().data).toMatchObject({ count: 1, hidden: 1, journal: 1 })
  await administrator.delete(`/api/alarm-rules/${id}`)
})

test('AL41 after a start the stored alarms give the same figures', async () => {
  await send({ flow: 12 })
  await send({ flow: 8 })
  await send({ flow: 12 })
  const { data } = (await analysis()).json()
  const { record } = site.data.alarms
  const again = new AlarmRecord({ sql: site.sql, log: { warn: () => {} } })
  const held = (from: AlarmRecord) =>
    from.ask(async ({ ids, raisedAt, acknowledgedAt, flags, length }) =>
      [ids, raisedAt, acknowledgedAt, flags].map((column) => [...column.slice(0, length)]),
    )
  expect(data.count).toBe(2)
  expect(await held(again)).toEqual(await held(record))
})

test('AL42 nobody counts alarms of devices that are not theirs', async () => {
  await send({ flow: 12 })
  expect((await analysis(stranger)).statusCode).toBe(404)
  expect((await analysis(stranger, '')).json().data).toMatchObject({
    ...{ count: 0, recordedFrom: null, sources: { total: 0 }, standing: { total: 0 } },
  })
  expect((await analysis(administrator, '')).json().data.count).toBeGreaterThan(0)
})

test('AL42 a sensor that is removed takes its alarms along', async () => {
  await send({ flow: 12 })
  expect((await analysis()).json().data.count).toBe(1)
  const device = site.data.catalogue.device(thing)?.id ?? 0
  await site.sql.deleteFrom('sensors').where('device_id', '=', device).execute()
  await site.data.catalogue.refresh([device])
  await eventually('the sensor is gone', () => site.data.catalogue.sensorCount(device) === 0)
  expect((await analysis()).json().data).toMatchObject({ count: 0, standing: { total: 0 } })
})

test('AL43 what cannot be analysed is refused with the reason', async () => {
  const ways = [
    ['from=5&to=5', 'to', 'must be later than the start'],
    [`from=0&to=${401 * day}`, 'to', 'must be at most 400 days after the start'],
    ['from=0&to=9&operators=0', 'operators', 'must be at least 1'],
  ] as const
  for (const [query, field, reason] of ways) {
    const reply = await operator.get(`/api/alarms/analysis?${query}`)
    expect(reply.statusCode).toBe(422)
    expect(reply.json().errors).toEqual({ [field]: [reason] })
  }
})

test('AL44 tables leave as Excel and CSV in each language; no name is a formula', async () => {
  await add(rule({ kind: 'limit', level: 'high', limit: 11 }, { name: '=1+1', priority: 1 }))
  await send({ flow: 12 })
  await active()
  const file = (more: string, client = operator) => {
    const range = `from=${Date.now() - day}&to=${Date.now() + day}`
    return client.get(`/api/alarms/analysis/file?${range}&thing=${thing}&${more}`)
  }
  const csv = (await file('format=csv&language=ru')).body.split('\r\n')
  expect(csv[0]).toContain('Устройство,LESI ID,Датчик,Ключ,Правило,Приоритет 1')
  expect(csv.some((line) => line.includes(",'=1+1,1,0,0,1,"))).toBe(true)
  const sheets = readWorkbook((await file('format=xlsx&language=en')).rawPayload)
  expect(sheets.map(({ name }) => name)).toEqual([
    ...['Sources', 'By sensor', 'By rule', 'By device', 'Figures', 'Day and hour', 'Chattering'],
  ])
  expect(valuesOf(sheets[3]?.rows[1])).toContain(thing)
  expect((await file('format=csv&language=en', stranger)).statusCode).toBe(404)
})
