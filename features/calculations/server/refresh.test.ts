import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import type { Sql } from '#kit/server/postgres/sql.ts'
import { eventually } from '#testing/eventually.ts'
import type { HttpClient } from '#testing/peers/http-client.ts'
import { insertDevice } from '#testing/postgres/devices-store.ts'
import { withHeldAnswers } from '#testing/postgres/held-answers.ts'
import { startTestApplication, type TestApplication } from '#testing/sites/application.ts'
import type { Calculations } from './calculations.ts'
import { startCalculations } from './index.ts'

let site: TestApplication
let engineer: HttpClient
let calculations: Calculations

beforeAll(async () => {
  site = await startTestApplication()
  const account = { email: 'engineer@example.org', roles: ['admin'] }
  engineer = await site.clientOf(await site.addAccount(account))
  const id = await insertDevice(site.sql, 'PUMP', 'flow')
  await eventually('the sensor is there', () => site.data.catalogue.sensor(id))
})
afterAll(() => site.close())
afterEach(() => calculations.close())

/** The calculations of a server of its own on the same database. */
async function start(sql: Sql): Promise<void> {
  const { catalogue, current, writer } = site.data
  calculations = await startCalculations({
    ...{ sql, catalogue, current, writer, bus: site.bus, clock: Date.now },
    log: { warn: () => undefined },
  })
}

const save = (key: string) =>
  engineer.put('/api/calculations', {
    calculations: [
      { thing: 'PUMP', key, expression: 'a', inputs: { a: { thing: 'PUMP', key: 'flow' } } },
    ],
  })
const keys = () => calculations.all.map(({ key }) => key)

test('CL19 a calculation counts although those of before it are being read', async () => {
  // Read at the start, and again when something was saved.
  const isSecond = (number: number) => number === 2
  const { sql, release, count } = withHeldAnswers(site.sql, /from "calculations"/, isSecond)
  await start(sql)
  const first = calculations.refresh()
  await eventually('they are read', () => count() === 1)
  expect((await save('later')).statusCode).toBe(200)
  const second = calculations.refresh()
  // By then its answer is there, where it does not wait for the first.
  expect((await save('last')).statusCode).toBe(200)
  release()
  await Promise.all([first, second])
  expect(keys()).toContain('later')
})

test('CL19 calculations that could not be read when one was saved are read again', async () => {
  await start(site.sql)
  expect((await save('unread')).statusCode).toBe(200)
  expect(keys()).not.toContain('unread')
  const { schema } = site.sql
  await schema.alterTable('calculations').renameTo('calculations_away').execute()
  await expect(calculations.refresh(['PUMP'])).rejects.toThrow('does not exist')
  await schema.alterTable('calculations_away').renameTo('calculations').execute()
  await eventually('it counts', () => keys().includes('unread'))
})

test('CL20 what was saved or ended is answered so, although it can not be read now', async () => {
  await start(site.sql)
  const refresh = vi.spyOn(site.data.calculations, 'refresh')
  const failure = new Error('the database is away')
  refresh.mockRejectedValueOnce(failure)
  const saved = await save('answered')
  expect(saved.statusCode).toBe(200)
  await site.data.calculations.refresh(['PUMP'])
  refresh.mockRejectedValueOnce(failure)
  const [id] = saved.json().data.ids
  expect((await engineer.delete(`/api/calculations/${id}`)).statusCode).toBe(200)
  refresh.mockRestore()
})
