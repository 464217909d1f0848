import { Evaluator } from '../evaluation/evaluator.ts'
import { PassingTime } from '../evaluation/passing-time.ts'
import { devicePoint } from '../evaluation/plan-points.ts'
import type { PlannedRule } from '../rules/planned-rule.ts'
import type { ReplayResult } from './messages.ts'
import type { ReplayedAlarm } from './replay.ts'

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
  const raised = new Map<string, ReplayedAlarm[]>()
  for (const rule of rules) {
    const alarms: ReplayedAlarm[] = []
    raised.set(rule.origin, alarms)
    const evaluator = new Evaluator({
      onTransition({ type, since, at }) {
        if (type === 'raise') alarms.push({ since, raisedAt: at, returnedAt: null, value: null })
        else {
          const last = alarms.pop()
          if (last) alarms.push({ ...last, returnedAt: at })
        }
      },
      onLate: () => {},
    })
    const each = devicePoint({ timezone }, rule, { deviceId })
    evaluator.put(each)
    const tick = (at: number) => evaluator.tickOne(each, at)
    const passing = new PassingTime(each, { intervalMs: Infinity }, from, tick)
    for (const outage of outages) {
      passing.until(outage.from)
      evaluator.takeStatus(deviceId, true, outage.from, outage.from)
      if (outage.until >= to) break
      passing.until(outage.until)
      evaluator.takeStatus(deviceId, false, outage.until, outage.until)
    }
    passing.until(to + 1)
  }
  return raised
}
