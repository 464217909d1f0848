import { useNamed } from '#kit/web/texts/use-named.ts'
import type { SensorName } from '../../../contract/condition.ts'
import { useRuleEntries } from './rule-entries.tsx'
import { placeOf, useNamedSensors } from './use-named-sensors.ts'

/** What is wrong with a list of sensors, each named: `path.sensors.3` is the fourth. */
export function useNamedErrors(path: string, sensors: readonly SensorName[]): string | undefined {
  const { errors } = useRuleEntries()
  const sensorsByPlace = useNamedSensors(sensors)
  const named = useNamed()
  const texts = [...errors].flatMap(([each, text]) => {
    if (each === path || each === `${path}.sensors`) return [text]
    if (!each.startsWith(`${path}.sensors.`)) return []
    const sensor = sensors[Number(each.slice(path.length + 9).split('.')[0])]
    if (!sensor) return [text]
    return [named(sensorsByPlace.get(placeOf(sensor))?.alias ?? sensor.key, text)]
  })
  return texts.length === 0 ? undefined : texts.join(' ')
}
