import type { ReadingsExport } from '../../contract/readings.ts'
import type { Draft } from './draft.ts'
import { readPeriod } from './written-period.ts'

/** What the form asks the server for. */
export function requestedReadings(
  { sensors, from, to, filled, ...draft }: Draft,
  language: ReadingsExport['language'],
): ReadingsExport {
  const period = readPeriod({ from, to, filled }, draft.timezone)
  return {
    ...{ ...draft, kind: 'readings', language },
    sensors: sensors.map(({ thing, sensor }) => ({ thing, sensor })),
    from: period.from ?? 0,
    to: period.to ?? 0,
  }
}
