import { extractText, getDocumentProxy } from 'unpdf'
import { expect, test } from 'vitest'
import type { HttpClient } from '#testing/peers/http-client.ts'
import type { Handover } from '../../contract/handover.ts'
import {
  active,
  add,
  administrator,
  closeDevice,
  limit,
  only,
  operator,
  rule,
  send,
  sensorOf,
  site,
  stranger,
  thing,
  time,
  watchAlarms,
  whileAlarmsAreLocked,
} from '#testing/sites/alarm-site.ts'

watchAlarms()

const hour = 3_600_000

const handoverOf = async (client: HttpClient, at?: number): Promise<Handover | null> => {
  const reply = await client.get(`/api/handover${at === undefined ? '' : `?at=${at}`}`)
  expect(reply.statusCode).toBe(200)
  return reply.json().data
}
/** What is written in a PDF, without spaces: where lines end depends on the widths of columns. */
async function textOf(bytes: Uint8Array): Promise<string> {
  const document = await getDocumentProxy(new Uint8Array(bytes))
  const { text } = await extractText(document, { mergePages: true })
  return text.replaceAll(/\s/g, '')
}
const words = {
  en: ['Handover of Shift', 'Alarms', 'Acknowledged in this shift', 'Upper limit', 'Valve stuck'],
  ru: ['Передача смены', 'Тревоги', 'Квитировано в эту смену', 'Верхний предел', 'Valve stuck'],
  'zh-TW': ['交接班', '警報', '本班已確認', '上限', 'Valve stuck'],
  vi: ['Bàn giao ca', 'Cảnh báo', 'Đã xác nhận trong ca này', 'Giới hạn trên', 'Valve stuck'],
} as const
const own = <Row>(rows: readonly Row[], nameOf: (row: Row) => string | undefined): Row[] =>
  rows.filter((row) => nameOf(row) === thing)

const clock = (minutes: number) =>
  [Math.floor(minutes / 60) % 24, minutes % 60]
    .map((part) => String(part).padStart(2, '0'))
    .join(':')

/**
 * Shifts of two hours. The present one began half an hour ago, at whatever time the tests run: none
 * of them sees it end, and the readings, an hour old, are of the one before.
 */
const halfAnHourAgo = Math.floor(Date.now() / 60_000) - 30
const hourly = Array.from({ length: 12 }, (_, index) => ({
  name: `Shift ${index}`,
  start: clock((halfAnHourAgo + index * 120) % (24 * 60)),
}))

test('AL50 without shifts there is nothing to hand over', async () => {
  await site.sql.deleteFrom('shifts').execute()
  expect(await handoverOf(operator)).toBeNull()
  expect((await operator.get('/api/handover/file?language=en')).statusCode).toBe(404)
})

test('AL50 a handover has what happened in its shift, and only of open devices', async () => {
  await administrator.put('/api/shifts', { shifts: hourly })
  await limit({ upperAlarm: 10 })
  await send({ flow: 12 })
  const { id } = await only()
  await operator.post('/api/alarms/acknowledge', { ids: [id], comment: 'Valve stuck' })
  const shelve = { ids: [id], minutes: 60, reason: 'Fitter is there' }
  await operator.post('/api/alarms/shelve', shelve)
  const sensor = sensorOf()?.id ?? 0
  const annotation = { sensor, from: time, to: time, text: 'Strainer cleaned' }
  expect((await administrator.post('/api/annotations', annotation)).statusCode).toBe(200)
  const shown = await handoverOf(operator, time)
  if (!shown) throw new Error('there is no handover')
  expect(shown.shift.from).toBeLessThanOrEqual(time)
  expect(shown.shift.to - shown.shift.from).toBe(2 * hour)
  expect(own(shown.alarms.list, ({ device }) => device.lesiId)).toMatchObject([
    { id, acknowledged: { by: 'Otto', comment: 'Valve stuck' } },
  ])
  expect(own(shown.shelved, ({ device }) => device.lesiId)).toMatchObject([
    { reason: 'Fitter is there', by: 'Otto' },
  ])
  expect(own(shown.annotations.list, (each) => each.sensor.thing)).toMatchObject([
    { text: 'Strainer cleaned', author: 'Ada' },
  ])
  expect(own(shown.beyond.list, (each) => each.sensor.thing)).toMatchObject([
    { side: 'upper', limit: 10, value: 12 },
  ])
  const before = await handoverOf(operator, shown.earlier)
  expect(before?.shift.to).toBe(shown.shift.from)
  expect(own(before?.alarms.list ?? [], ({ device }) => device.lesiId)).toEqual([])
  expect(own(before?.beyond.list ?? [], (each) => each.sensor.thing)).toEqual([])
  const others = await handoverOf(stranger, time)
  expect(others).toMatchObject({
    ...{ alarms: { list: [], total: 0 }, shelved: [] },
    ...{ annotations: { list: [] }, beyond: { total: 0 }, outages: { total: 0 } },
  })
  expect(await active()).toEqual([])
  for (const [language, texts] of Object.entries(words)) {
    // It was acknowledged now, which is another shift than that of the reading.
    const file = await operator.get(`/api/handover/file?at=${Date.now()}&language=${language}`)
    expect([file.statusCode, file.headers['content-type']]).toEqual([200, 'application/pdf'])
    const text = await textOf(file.rawPayload)
    for (const word of texts) expect(text).toContain(word.replaceAll(' ', ''))
    if (language === 'en') expect(text).toContain('Beyondtheirlimitsnow')
  }
  const foreign = await stranger.get(`/api/handover/file?at=${time}&language=en`)
  expect(await textOf(foreign.rawPayload)).toContain('Therewasnoalarminthisshift.')
})

test('AL90 a handover has what came while it was hidden and is shown since', async () => {
  await administrator.put('/api/shifts', { shifts: hourly })
  await send({ flow: 12 })
  const ids = [(await only()).id]
  await operator.post('/api/alarms/acknowledge', { ids })
  await operator.post('/api/alarms/shelve', { ids, minutes: 60, reason: 'cleaning' })
  await send({ flow: 8 })
  await send({ flow: 13 })
  const listed = async () =>
    own((await handoverOf(operator, Date.now()))?.alarms.list ?? [], ({ device }) => device.lesiId)
  await active()
  expect((await listed()).map(({ value }) => value)).toEqual([12])
  const source = { origin: 'upper', thing, sensor: 'flow' }
  expect((await operator.post('/api/alarms/unshelve', source)).statusCode).toBe(200)
  expect((await listed()).map(({ value }) => value)).toEqual([13, 12])
})

test('AL90 a shelf that ends while another alarm suppresses shows a handover nothing', async () => {
  await administrator.put('/api/shifts', { shifts: hourly })
  const { id } = await add(rule({ kind: 'limit', level: 'high_high', limit: 50 }))
  const more = { name: 'Low', suppressedBy: [id] }
  await add(rule({ kind: 'limit', level: 'high', limit: 40 }, more))
  const listed = async () => {
    await active()
    const { list } = (await handoverOf(operator, Date.now()))?.alarms ?? { list: [] }
    const low = list.filter(({ ruleName, device }) => ruleName === 'Low' && device.lesiId === thing)
    return low.map(({ value }) => value)
  }
  await send({ flow: 46 })
  const low = (await active()).find(({ ruleName }) => ruleName === 'Low') ?? expect.unreachable()
  const ids = [low.id]
  await operator.post('/api/alarms/acknowledge', { ids })
  await operator.post('/api/alarms/shelve', { ids, minutes: 60, reason: 'cleaning' })
  for (const flow of [30, 45, 55]) await send({ flow })
  expect(await listed()).toEqual([46])
  const source = { origin: low.origin, thing, sensor: 'flow' }
  expect((await operator.post('/api/alarms/unshelve', source)).statusCode).toBe(200)
  expect(await listed()).toEqual([46])
  await send({ flow: 45 })
  expect(await listed()).toEqual([45, 46])
})

test('AL99 a handover has nothing of a device that is closed while others come first', async () => {
  await administrator.put('/api/shifts', { shifts: hourly })
  await send({ flow: 12 })
  await active()
  const ask = async () => {
    const shown = await handoverOf(operator, time)
    return own(shown?.alarms.list ?? [], ({ device }) => device.lesiId)
  }
  expect(await ask()).toHaveLength(1)
  const { reply } = await whileAlarmsAreLocked(ask, closeDevice)
  expect(await reply).toEqual([])
})

test('AL97 a handover has what passed before its shift and nobody has seen', async () => {
  await administrator.put('/api/shifts', { shifts: hourly })
  await limit({ upperAlarm: 10 })
  await send({ flow: 14 })
  await send({ flow: 8 })
  const { id } = await only()
  const earlier = (hours: number) => new Date(Date.now() - hours * hour)
  await site.sql
    .updateTable('alarms')
    .set({ raised_at: earlier(11), returned_at: earlier(10) })
    .where('id', '=', String(id))
    .execute()
  const has = async (at: Date) =>
    (await handoverOf(operator, at.getTime()))?.alarms.list.some((alarm) => alarm.id === id)
  expect(await has(earlier(14))).toBe(false)
  expect(await Promise.all([earlier(11), earlier(5), earlier(0)].map(has))).toEqual([
    ...[true, true, true],
  ])
  await operator.post('/api/alarms/acknowledge', { ids: [id] })
  await active()
  expect(await Promise.all([earlier(5), earlier(0)].map(has))).toEqual([true, true])
})

test('AL117 a handover has an alarm of months that ended in its shift, or after it', async () => {
  await administrator.put('/api/shifts', { shifts: hourly })
  await send({ flow: 14 })
  const { id } = await only()
  const months = new Date(Date.now() - 60 * 24 * hour)
  await site.sql
    .updateTable('alarms')
    .set({ since: months, raised_at: months })
    .where('id', '=', String(id))
    .execute()
  await operator.post('/api/alarms/acknowledge', { ids: [id] })
  const has = async (at: number) =>
    (await handoverOf(operator, at))?.alarms.list.some((alarm) => alarm.id === id)
  const shifts = [Date.now() - 5 * hour, Date.now()]
  expect(await Promise.all(shifts.map(has))).toEqual([true, true])
  await send({ flow: 8 }, Date.now())
  expect(await active()).toEqual([])
  expect(await Promise.all(shifts.map(has))).toEqual([true, true])
})

test('AL50 the last shift is the one that is over, and no later one is offered yet', async () => {
  await administrator.put('/api/shifts', { shifts: hourly })
  const last = await handoverOf(operator)
  expect(last?.shift.isOver).toBe(true)
  const present = await handoverOf(operator, last?.later ?? 0)
  expect(present).toMatchObject({ shift: { isOver: false }, later: null })
  expect(present?.earlier).toBe(last?.shift.from)
  const future = await handoverOf(operator, Date.now() + 90 * 24 * hour)
  expect(future?.shift.from).toBe(present?.shift.from)
})

test('AL51 operators write notes of a shift; who wrote one removes it', async () => {
  await administrator.put('/api/shifts', { shifts: hourly })
  const from = (await handoverOf(operator))?.shift.from ?? 0
  const path = '/api/handover/notes'
  const added = await operator.post(path, { shift: from, text: ' Pump 2 runs hot ' })
  const { id } = added.json().data
  expect((await handoverOf(administrator))?.notes).toMatchObject([
    { id, text: 'Pump 2 runs hot', author: 'Otto', mayRemove: true },
  ])
  const wrong = await operator.post(path, { shift: from + 1, text: 'x' })
  expect(wrong.json().reasons).toEqual({ shift: [{ code: 'not_accepted', parameters: {} }] })
  const ahead = await operator.post(path, { shift: from + 40 * hour, text: 'x' })
  expect(ahead.statusCode).toBe(422)
  expect((await stranger.delete(`${path}/${id}`)).statusCode).toBe(403)
  const reader = await site.clientOf(
    await site.addAccount({ email: 'reader@example.org', roles: ['free'] }),
  )
  expect((await handoverOf(reader))?.notes).toBeNull()
  expect((await operator.delete(`${path}/${id}`)).statusCode).toBe(204)
  expect((await operator.delete(`${path}/${id}`)).statusCode).toBe(404)
  expect((await handoverOf(operator))?.notes).toEqual([])
})
