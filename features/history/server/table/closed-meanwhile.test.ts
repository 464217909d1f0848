import { pino } from 'pino'
import { expect, it, onTestFinished } from 'vitest'
import { Budget } from '#kit/server/budget/budget.ts'
import type { Catalogue } from '#kit/server/catalogue.ts'
import type { Telemetry } from '#kit/server/clickhouse/telemetry.ts'
import { createHttpApplication } from '#kit/server/http/application.ts'
import { defaultSlotLimits } from '#kit/server/http/replies/reply-slots.ts'
import { eventually } from '#testing/eventually.ts'
import { signedInAs } from '#testing/sites/signed-in.ts'
import { historyPlugin } from '../index.ts'
import { newSensor } from '../testing/reports.ts'
import { withoutExpiry } from '../testing/wide-columns.ts'

/** A device whose readings wait for `gate` to be in the store. */
async function startHistory() {
  const app = createHttpApplication(pino({ level: 'silent' }))
  onTestFinished(() => app.close())
  const sensor = newSensor()
  const open = new Set([1])
  const gate = Promise.withResolvers<void>()
  const flushing = { count: 0 }
  const reader = { rows: async () => [] }
  const caller = { userId: 1, sessionId: 's', roles: ['basic'], permissions: [] }
  await app.register(signedInAs(() => caller))
  await app.register(historyPlugin, {
    catalogue: {
      device: (lesiId: string) => ({ id: 1, lesiId }),
      visibleDeviceIds: () => open,
      bindingsOf: () => new Map(),
      sensorByKey: () => sensor,
      sensorsOf: () => [sensor],
    } as unknown as Catalogue,
    telemetry: { readerFor: () => ({ ...reader, lengthy: reader }) } as unknown as Telemetry,
    ...{ budget: new Budget(64 * 2 ** 20), clock: Date.now, timezone: 'UTC' },
    writer: { flush: async () => void (await (flushing.count++, gate.promise)) },
    retained: withoutExpiry,
    kiosks: { accessOf: async () => null, accessOfLink: async () => null },
  })
  const rows = `thing=DEV&sensor=${sensor.key}&from=2026-05-03&to=2026-05-04&limit=1`
  const ask = async () => app.inject(`/api/history/readings?${rows}`)
  return { ask, open, gate, flushing }
}

it('HI160 a device that is closed while its rows wait for their turn shows none', async () => {
  const { ask, open, gate, flushing } = await startHistory()
  const before = Array.from({ length: defaultSlotLimits.inProgress }, ask)
  await eventually('they have their turn', () => flushing.count === before.length)
  const waiting = ask()
  await new Promise((resolve) => setImmediate(resolve))
  open.clear()
  gate.resolve()
  expect((await waiting).statusCode).toBe(404)
  await Promise.all(before)
  expect(flushing.count).toBe(before.length)
})

it('HI162 a device that is closed while its rows are read shows none', async () => {
  const { ask, open, gate, flushing } = await startHistory()
  const asked = ask()
  await eventually('it has its turn', () => flushing.count === 1)
  open.clear()
  gate.resolve()
  expect((await asked).statusCode).toBe(404)
})
