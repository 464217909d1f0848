import type { StoreComparison } from './compare-store.ts'
import type { Figure } from './figures.ts'

/** What was acknowledged, beside what the store and both rollups hold. */
export function storedFigures(
  { rows, minuteRows, hourRows }: StoreComparison,
  acknowledged: number,
): Figure[] {
  const none = { target: { atMost: 0 }, unit: 'readings' }
  return [
    {
      name: 'acknowledged and not stored',
      value: Math.max(0, acknowledged - rows),
      ...none,
      remark: `${acknowledged} acknowledged`,
    },
    {
      name: 'stored beyond what was acknowledged',
      value: Math.max(0, rows - acknowledged),
      ...none,
    },
    { name: 'rollup of a minute differs by', value: Math.abs(minuteRows - rows), ...none },
    { name: 'rollup of an hour differs by', value: Math.abs(hourRows - rows), ...none },
  ]
}
