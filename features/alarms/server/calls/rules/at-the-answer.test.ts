import { expect, test, vi } from 'vitest'
import {
  active,
  add,
  administrator,
  operator,
  rule,
  send,
  site,
} from '#testing/sites/alarm-site.ts'
import '#testing/sites/shared-alarm-site.ts'
import type { Alarm } from '../../../contract/alarm.ts'

/** What is active now of a rule, without waiting for what is to be stored yet. */
async function activeNow(id: number): Promise<Alarm[]> {
  const { alarms } = (await operator.get('/api/alarms/active')).json().data
  return alarms.filter(({ origin }: Alarm) => origin === String(id))
}

async function raised() {
  const made = await add(rule({ kind: 'limit', level: 'high', limit: 5 }))
  await send({ flow: 7 })
  await active()
  expect(await activeNow(made.id)).toHaveLength(1)
  return made
}

test('AL72 the alarms of a rule that is removed are over at the answer', async () => {
  const { id } = await raised()
  expect((await administrator.delete(`/api/alarm-rules/${id}`)).statusCode).toBe(200)
  expect(await activeNow(id)).toEqual([])
})

test('AL72 the alarms of a rule that is switched off are over at the answer', async () => {
  const { id, version } = await raised()
  const off = rule({ kind: 'limit', level: 'high', limit: 5 }, { isEnabled: false })
  const reply = await administrator.put(`/api/alarm-rules/${id}`, { ...off, version })
  expect(reply.statusCode).toBe(200)
  expect(await activeNow(id)).toEqual([])
})

test('AL73 a rule that was changed is answered so, although it can not be read now', async () => {
  const limit = { kind: 'limit', level: 'high', limit: 5 }
  const { id, version } = await add(rule(limit))
  const refresh = vi.spyOn(site.data.alarms, 'refresh')
  const away = () => refresh.mockRejectedValueOnce(new Error('the database is away'))
  away()
  const path = `/api/alarm-rules/${id}`
  const changed = await administrator.put(path, { ...rule({ ...limit, limit: 6 }), version })
  expect(changed.json().data).toMatchObject({ version: version + 1, condition: { limit: 6 } })
  away()
  const made = await add(rule(limit, { name: 'Another' }))
  expect(made).toMatchObject({ name: 'Another', version: 1 })
  away()
  expect((await administrator.delete(path)).statusCode).toBe(200)
  refresh.mockRestore()
  await site.data.alarms.refresh()
  expect((await administrator.get(path)).statusCode).toBe(404)
  const { name, changedAt } = made
  const read = (await administrator.get(`/api/alarm-rules/${made.id}`)).json().data
  expect(read).toMatchObject({ name, changedAt, version: 1 })
})
