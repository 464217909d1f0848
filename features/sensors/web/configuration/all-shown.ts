import type { SensorFilter } from '#kit/model/sensor-filter.ts'
import type { Sensor } from '#kit/model/sensor.ts'
import type { ConfigurationAddress } from './address.ts'
import { drafted, type SensorDraft } from './draft/draft.ts'

/** What the table has: what is drafted, or else what the server finds. */
export interface ShownTable {
  readonly drafted: readonly Sensor[] | null
  readonly filter: SensorFilter
}

/**
 * What stands in the place of the server's sensors; null: those stand there. A sensor is found as
 * the server has it, and as it is changed.
 */
export function draftedRows(
  only: ConfigurationAddress['only'],
  drafts: Readonly<Record<'changed' | 'wrong', readonly SensorDraft[]>>,
  isFound: (sensor: Sensor) => boolean,
): readonly Sensor[] | null {
  if (only !== 'changed' && only !== 'wrong') return null
  const found = drafts[only].filter(
    (entry) => isFound(entry.sensor) || isFound(drafted(entry.sensor, entry)),
  )
  return found.map(({ sensor }) => sensor)
}

/** All sensors that the table has, also those that nobody has scrolled to. */
export async function allShown(
  { drafted: rows, filter }: ShownTable,
  fetchAll: (filter: SensorFilter) => Promise<readonly Sensor[]>,
): Promise<readonly Sensor[]> {
  return rows ?? fetchAll(filter)
}
