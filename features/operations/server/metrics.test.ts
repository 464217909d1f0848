import { expect, it } from 'vitest'
import { Budget } from '#kit/server/budget/budget.ts'
import { createBus } from '#kit/server/bus.ts'
import { createMetrics } from './metrics.ts'

it('BU6 shows what waits, the limits, and how often there was no room, by kind', async () => {
  const budget = new Budget(128 * 2 ** 20)
  const metrics = createMetrics({
    ...{ connectors: () => [], languageModel: null },
    ...{ bus: createBus(() => undefined), budget },
    ...{
      journal: () => ({
        ...{ journalBytes: 0, storeFailingForMs: null, diskSilentForMs: 0 },
        damage: { bytes: 7, files: ['a', 'b'], failure: null },
      }),
      alarms: () => ({ stoppedSince: 1_000, waitingBytes: 40, asideCount: 2 }),
      clock: () => 3_500,
      refusedMessages: () => 3,
      mqttConnections: () => 0,
      liveSockets: () => 0,
    },
  })
  const { share, part } = budget.limits('document')
  budget.reserve('document', 'pump-1', 1_000)
  budget.reserve('document', 'pump-2', 500)
  budget.reserve('document', 'pump-2', share)
  for (let scrape = 0; scrape < 2; scrape++) {
    const lines = (await metrics.metrics()).split('\n')
    expect(lines).toContain('warroom_budget_bytes{kind="document"} 1500')
    expect(lines).toContain('warroom_budget_sources{kind="document"} 2')
    expect(lines).toContain(`warroom_budget_limit_bytes{kind="document"} ${part}`)
    expect(lines).toContain('warroom_budget_refusals_total{kind="document",excess="share"} 1')
    expect(lines).toContain('warroom_budget_refusals_total{kind="document",excess="total"} 0')
    expect(lines).toContain('warroom_budget_bytes{kind="will"} 0')
    expect(lines).toContain('warroom_journal_damaged_bytes 7')
    expect(lines).toContain('warroom_journal_damaged_files 2')
    expect(lines).toContain('warroom_messages_refused_total 3')
    expect(lines).toContain('warroom_alarms_stopped_seconds 2.5')
    expect(lines).toContain('warroom_alarms_waiting_bytes 40')
    expect(lines).toContain('warroom_alarms_aside_sources 2')
  }
})
