import { useEffect, useMemo } from 'react'
import { useTranslations } from 'use-intl'
import type { Sensor } from '#kit/model/sensor.ts'
import type { ChartLevel } from '#kit/ui/chart/data/levels.ts'
import { Icon } from '#kit/ui/icon.tsx'
import { AlarmShape } from '#kit/web/alarms/alarm-shape.tsx'
import { isolated } from '#kit/web/formats/isolated.ts'
import type { RuleLimit } from '../../contract/spans.ts'
import { useAlarmWords } from '../words/use-alarm-words.ts'
import { colours } from './alarm-span.ts'
import { showLimits, useShownLimits } from './shown-limits.ts'

interface RuleLimitsProps {
  readonly sensor: Sensor
  readonly limits: readonly RuleLimit[]
  /** Gives the chart the lines. */
  readonly onLevels: (levels: readonly ChartLevel[]) => void
}

/** The limits that alarm rules have for the sensor of a chart: as lines in it, and as a list. */
export function RuleLimits({ sensor, limits, onLevels }: RuleLimitsProps) {
  const translate = useTranslations('alarms')
  const { value } = useAlarmWords()
  const areShown = useShownLimits()
  const levels = useMemo(
    () =>
      limits.map(({ id, name, limit, priority }): ChartLevel => ({
        ...{ key: `rule-${id}`, value: limit, colour: colours[priority] },
        label: `${isolated(name)} ${value(sensor, limit)}`,
      })),
    [limits, sensor, value],
  )
  useEffect(() => onLevels(areShown ? levels : []), [levels, areShown, onLevels])
  useEffect(() => () => onLevels([]), [onLevels])
  if (limits.length === 0) return null
  return (
    <div className="chart-rule-limits">
      <h4>{translate('inCharts.limits')}</h4>
      <ul>
        {limits.map(({ id, name, limit, priority }) => (
          <li key={id}>
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
            <span dir="auto">{name}</span>
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
