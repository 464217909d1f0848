import { useEffect } from 'react'
import { useTranslations } from 'use-intl'
import type { Sensor } from '#kit/model/sensor.ts'
import type { ChartLevel } from '#kit/ui/chart/data/levels.ts'
import { Icon } from '#kit/ui/icon.tsx'
import { AlarmShape } from '#kit/web/alarms/alarm-shape.tsx'
import { isolated } from '#kit/web/formats/isolated.ts'
import { useNamed } from '#kit/web/texts/use-named.ts'
import type { RuleLimit } from '../../contract/spans.ts'
import { useAlarmWords } from '../words/use-alarm-words.ts'
import { colours } from './alarm-span.ts'
import { showLimits, useShownLimits } from './shown-limits.ts'
import { useRuleLevels } from './use-rule-levels.ts'

interface RuleLimitsProps {
  readonly sensors: readonly Sensor[]
  readonly limits: readonly RuleLimit[]
  /** Gives the chart the lines. */
  readonly onLevels: (levels: readonly ChartLevel[]) => void
}

/** The limits that alarm rules have for the sensors of a chart: as lines in it, and as a list. */
export function RuleLimits({ sensors, limits, onLevels }: RuleLimitsProps) {
  const translate = useTranslations('alarms')
  const named = useNamed()
  const { value } = useAlarmWords()
  const areShown = useShownLimits()
  const levels = useRuleLevels(sensors, limits)
  const listed = limits.flatMap((limit) => {
    const sensor = sensors.find(({ id }) => id === limit.sensorId)
    return sensor ? [{ ...limit, sensor }] : []
  })
  useEffect(() => onLevels(areShown ? levels : []), [levels, areShown, onLevels])
  useEffect(() => () => onLevels([]), [onLevels])
  if (listed.length === 0) return null
  return (
    <div className="chart-rule-limits">
      <h4>{translate('inCharts.limits')}</h4>
      <ul>
        {listed.map(({ id, name, limit, priority, sensor }) => (
          <li key={`${id} ${sensor.id}`}>
            <i style={{ borderColor: `var(${colours[priority]})` }} />
            {priority === 'journal' ? (
              <Icon name="document" />
            ) : (
              <AlarmShape priority={priority} state={null} />
            )}
            <span className="visually-hidden">
              {priority === 'journal'
                ? translate('journal')
                : translate('priorityOf', { priority })}
            </span>
            <span dir="auto">
              {sensors.length > 1 ? named(isolated(sensor.alias), isolated(name)) : name}
            </span>
            <b className="number">{value(sensor, limit)}</b>
          </li>
        ))}
      </ul>
      <label>
        <input
          type="checkbox"
          checked={areShown}
          onChange={({ target }) => showLimits(target.checked)}
        />
        {translate('inCharts.showLimits')}
      </label>
    </div>
  )
}
