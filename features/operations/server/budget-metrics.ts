import { Counter, Gauge, type Registry } from '@prometheus-io/client'
import type { Budget, KindUsage } from '#kit/server/budget/budget.ts'

/** What waits in memory, its limits, and how often there was no room. */
export function registerBudget(registry: Registry, budget: Budget): void {
  const registers = [registry]
  const gauge = (name: string, help: string, read: (usage: KindUsage) => number) =>
    new Gauge({
      name,
      help,
      labelNames: ['kind'],
      registers,
      collect() {
        for (const usage of budget.usage()) this.set({ kind: usage.kind }, read(usage))
      },
    })
  gauge('warroom_budget_bytes', 'Bytes that wait in memory', ({ bytes }) => bytes)
  gauge('warroom_budget_limit_bytes', 'Bytes that may wait in memory', ({ part }) => part)
  gauge(
    'warroom_budget_sources',
    'Devices, sessions or addresses of which something waits',
    ({ sources }) => sources,
  )
  const refusals = new Counter({
    name: 'warroom_budget_refusals_total',
    help: 'How often there was no room: in the share of the source, or in all',
    labelNames: ['kind', 'excess'],
    registers: [],
    collect() {
      this.reset()
      for (const { kind, refused } of budget.usage()) {
        this.inc({ kind, excess: 'share' }, refused.share)
        this.inc({ kind, excess: 'total' }, refused.total)
      }
    },
  })
  registry.registerMetric(refusals)
}
