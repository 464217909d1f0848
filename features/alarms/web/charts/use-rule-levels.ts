import { useMemo } from 'react'
import type { Sensor } from '#kit/model/sensor.ts'
import type { ChartLevel } from '#kit/ui/chart/data/levels.ts'
import { isolated } from '#kit/web/formats/isolated.ts'
import type { RuleLimit } from '../../contract/spans.ts'
import { useAlarmWords } from '../words/use-alarm-words.ts'
import { colours } from './alarm-span.ts'

/** Limits of rules as lines in a chart of these sensors. */
export function useRuleLevels(
  sensors: readonly Sensor[],
  limits: readonly RuleLimit[],
): readonly ChartLevel[] {
  const { value } = useAlarmWords()
  return useMemo(
    () =>
      limits.flatMap(({ id, name, limit, priority, sensorId }): ChartLevel[] => {
        const sensor = sensors.find((each) => each.id === sensorId)
        if (!sensor) return []
        const label = `${isolated(name)} ${value(sensor, limit)}`
        const key = `rule-${id}-${sensorId}`
        return [{ key, sensorId, value: limit, colour: colours[priority], label }]
      }),
    [limits, sensors, value],
  )
}
