import type { SensorFilter } from '#kit/model/sensor-filter.ts'
import type { Sensor } from '#kit/model/sensor.ts'
import type { ConfigurationAddress } from './address.ts'
import type { SensorDraft } from './draft/draft.ts'

/** What the table has: what is drafted, or else what the server finds. */
export interface ShownTable {
  readonly drafted: readonly Sensor[] | null
  readonly filter: SensorFilter
}

/** What stands in the place of the server's sensors; null: those stand there. */
export function draftedRows(
  only: ConfigurationAddress['only'],
  drafts: Readonly<Record<'changed' | 'wrong', readonly SensorDraft[]>>,
): readonly Sensor[] | null {
  return only === 'changed' || only === 'wrong' ? drafts[only].map(({ sensor }) => sensor) : null
}

/** All sensors that the table has, also those that nobody has scrolled to. */
export async function allShown(
  { drafted, filter }: ShownTable,
  fetchAll: (filter: SensorFilter) => Promise<readonly Sensor[]>,
): Promise<readonly Sensor[]> {
  return drafted ?? fetchAll(filter)
}
