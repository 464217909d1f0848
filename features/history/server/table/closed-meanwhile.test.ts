import { pino } from 'pino'
import { expect, it, onTestFinished } from 'vitest'
import { Budget } from '#kit/server/budget/budget.ts'
import type { Catalogue } from '#kit/server/catalogue.ts'
import type { Telemetry } from '#kit/server/clickhouse/telemetry.ts'
import { createHttpApplication } from '#kit/server/http/application.ts'
import { defaultSlotLimits } from '#kit/server/http/reply-slots.ts'
import { eventually } from '#testing/eventually.ts'
import { signedInAs } from '#testing/sites/signed-in.ts'
import { historyPlugin } from '../index.ts'
import { newSensor } from '../testing/reports.ts'
import { withoutExpiry } from '../testing/wide-columns.ts'

it('HI160 a device that is closed while its rows wait for their turn shows none', async () => {
  const app = createHttpApplication(pino({ level: 'silent' }))
  onTestFinished(() => app.close())
  const sensor = newSensor()
  const open = new Set([1])
  const gate = Promise.withResolvers<void>()
  let flushing = 0
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
    writer: { flush: async () => void (await (flushing++, gate.promise)) },
    retained: withoutExpiry,
    kiosks: { accessOf: async () => null, accessOfLink: async () => null },
  })
  const rows = `thing=DEV&sensor=${sensor.key}&from=2026-05-03&to=2026-05-04&limit=1`
  const ask = async () => app.inject(`/api/history/readings?${rows}`)
  const before = Array.from({ length: defaultSlotLimits.inProgress }, ask)
  await eventually('they have their turn', () => flushing === before.length)
  const waiting = ask()
  await new Promise((resolve) => setImmediate(resolve))
  open.clear()
  gate.resolve()
  const replies = await Promise.all([...before, waiting])
  expect(replies.map(({ statusCode }) => statusCode)).toEqual([...before.map(() => 200), 404])
  expect(flushing).toBe(before.length)
})
