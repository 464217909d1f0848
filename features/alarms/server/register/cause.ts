import type { Sensor } from '#kit/model/sensor.ts'
import type { AlarmCause } from '../../contract/alarm.ts'
import { isHigh } from '../../contract/condition.ts'
import type { PlannedRule } from '../rules/planned-rule.ts'

const emptyCause = { level: null, limit: null, withinMs: null }

/** What an alarm says of its condition, as it was when it came. */
export function causeOf({ condition }: PlannedRule, sensor: Sensor | undefined): AlarmCause {
  const { kind } = condition
  switch (kind) {
    case 'limit': {
      const { level } = condition
      const own = isHigh(level) ? sensor?.upperAlarm : sensor?.lowerAlarm
      return { ...emptyCause, kind, level, limit: condition.limit ?? own ?? null }
    }
    case 'rate':
      return { ...emptyCause, kind, limit: condition.change, withinMs: condition.withinMs }
    case 'deviation':
      return { ...emptyCause, kind, limit: condition.by }
    case 'no_change':
    case 'no_data':
      return { ...emptyCause, kind, withinMs: condition.afterMs }
    case 'repeated_text':
      return { ...emptyCause, kind, limit: condition.times, withinMs: condition.withinMs }
    case 'state':
    case 'device_offline':
    case 'bad_quality':
    case 'expression':
      return { ...emptyCause, kind }
  }
}
