import { pino } from 'pino'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { Budget } from '#kit/server/budget/budget.ts'
import type { Catalogue } from '#kit/server/catalogue.ts'
import { createHttpApplication } from '#kit/server/http/application.ts'
import { signedInAs } from '#testing/sites/signed-in.ts'
import { storeReadings } from '#testing/sites/store-readings.ts'
import { testTelemetry, type TestTelemetry } from '#testing/telemetry.ts'
import { historyPlugin } from '../index.ts'
import { withoutExpiry } from '../testing/wide-columns.ts'
import { base, newSensor } from '../testing/reports.ts'

let engine: TestTelemetry
const app = createHttpApplication(pino({ level: 'silent' }))
const minute = 60_000
const lamp = newSensor('lamp')
const flow = newSensor('analog')
const theirs = { ...newSensor('detector'), deviceId: 2 }
const all = [lamp, flow, theirs]

beforeAll(async () => {
  engine = await testTelemetry()
  const catalogue = {
    maySeeSensor: (_: unknown, id: number) => id !== theirs.id,
    sensor: (id: number) => all.find((sensor) => sensor.id === id),
    deviceById: (id: number) => ({
      ...{ id, lesiId: `D${id}`, name: `D${id}`, product: '', silenceMs: minute },
    }),
    sensorsOf: (id: number) => all.filter(({ deviceId }) => deviceId === id),
  } as unknown as Catalogue
  const caller = { userId: 1, sessionId: 's', roles: ['basic'], permissions: [] }
  await app.register(signedInAs(() => caller))
  await app.register(historyPlugin, {
    ...{ catalogue, telemetry: engine.telemetry, budget: new Budget(2 ** 20), timezone: 'UTC' },
    ...{ clock: () => base + 60 * minute, writer: { flush: async () => {} } },
    kiosks: { accessOf: async () => null, accessOfLink: async () => null },
    retained: withoutExpiry,
  })
})
afterAll(async () => {
  await app.close()
  await engine.close()
})

it('HI22 what is no lamp or detector, or not the caller’s, is left out', async () => {
  await storeReadings(
    engine.telemetry,
    all.map(({ id }) => ({ sensorId: id, time: base + minute, value: 1, quality: 'good' })),
  )
  const sensors = [...all.map(({ id }) => id), 4_000_000_000]
  const reply = await app.inject({
    ...{ method: 'POST', url: '/api/scada/report/states', payload: { sensors } },
  })
  expect(reply.statusCode).toBe(200)
  expect(reply.json().data).toMatchObject({
    ...{ from: base, to: base + 60 * minute, until: base + 1_440 * minute },
    sensors: [{ sensorId: lamp.id, deviceId: 1, time: [base + minute], state: ['1'] }],
    devices: [{ deviceId: 1, activity: { firstTime: [base + minute] } }],
  })
  expect(reply.json().data.sensors).toHaveLength(1)
})

it('HI51 the states of another day are those of the day of a moment', async () => {
  const day = 1_440 * minute
  await storeReadings(engine.telemetry, [
    { sensorId: lamp.id, time: base - day + 5 * minute, value: 2, quality: 'good' },
    { sensorId: lamp.id, time: base - minute, value: 3, quality: 'good' },
  ])
  const reply = await app.inject({
    ...{ method: 'POST', url: '/api/scada/report/states' },
    payload: { sensors: [lamp.id], at: base - minute },
  })
  expect(reply.json().data).toMatchObject({
    ...{ from: base - day, to: base, until: base },
    sensors: [{ time: [base - day + 5 * minute, base - minute], state: ['2', '3'] }],
  })
})
