import { Evaluator } from '../evaluation/evaluator.ts'
import { PointClock } from '../evaluation/point-clock.ts'
import { devicePoint } from '../evaluation/plan-points.ts'
import type { PlannedRule } from '../rules/planned-rule.ts'
import { AlarmCollector, type ReplayedAlarms, type ReplayResult } from './replayed-alarms.ts'

interface Outages {
  readonly deviceId: number
  readonly rules: readonly PlannedRule[]
  /** When nothing came from the device for too long, the oldest first; ms UTC. */
  readonly outages: readonly { readonly from: number; readonly until: number }[]
  /** ms UTC: `from` inclusive, `to` exclusive. */
  readonly from: number
  readonly to: number
  readonly timezone: string
}

/** What rules about a device being offline would have raised, by the code that counts now. */
export function replayOutages(asked: Outages): ReplayResult {
  const { deviceId, rules, outages, from, to, timezone } = asked
  const raised = new Map<string, ReplayedAlarms>()
  for (const rule of rules) {
    const alarms = new AlarmCollector()
    const evaluator = new Evaluator({
      onTransition({ type, since, at }) {
        if (type === 'raise') alarms.raise(since, at, null)
        else alarms.return(at)
      },
      onLate: () => {},
    })
    const each = devicePoint({ timezone }, rule, { deviceId })
    evaluator.put(each)
    const tick = (at: number) => evaluator.tickOne(each, at)
    const pointClock = new PointClock(each, { intervalMs: Infinity }, from, tick)
    for (const outage of outages) {
      pointClock.until(outage.from)
      evaluator.takeStatus(deviceId, true, outage.from, outage.from)
      if (outage.until >= to) break
      pointClock.until(outage.until)
      evaluator.takeStatus(deviceId, false, outage.until, outage.until)
    }
    pointClock.until(to + 1)
    raised.set(rule.origin, alarms.end())
  }
  return raised
}
