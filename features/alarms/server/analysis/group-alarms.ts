import type { AlarmGroup } from '../../contract/analysis/routes.ts'
import type { AlarmSource } from './alarm-columns.ts'
import type { AlarmCounts } from './count-alarms.ts'

/** Sources that have something in common, with their counts. */
export interface SourceGroup {
  /** One of them. */
  readonly source: AlarmSource
  count: number
  before: number
  /** Of priority 1, 2 and 3. */
  readonly priorities: number[]
}

/** What groups of alarms have in common. */
export const groupings = {
  sources: ({ origin, deviceId, sensorId }: AlarmSource) => `${origin} ${deviceId} ${sensorId}`,
  sensors: ({ deviceId, sensorId }: AlarmSource) => `${deviceId} ${sensorId}`,
  rules: ({ origin }: AlarmSource) => origin,
  devices: ({ deviceId }: AlarmSource) => String(deviceId),
} as const satisfies Record<string, (source: AlarmSource) => string>

export type Grouping = keyof typeof groupings

/** Groups with the most alarms first; those that had some before alone are among them. */
export function groupAlarms(
  sources: readonly AlarmSource[],
  present: AlarmCounts,
  before: AlarmCounts,
  grouping: Grouping,
): readonly SourceGroup[] {
  const groups = new Map<string, SourceGroup>()
  for (const [index, source] of sources.entries()) {
    const count = present.bySource[index] ?? 0
    const earlier = before.bySource[index] ?? 0
    if (count + earlier === 0) continue
    const key = groupings[grouping](source)
    const group = groups.get(key) ?? { source, count: 0, before: 0, priorities: [0, 0, 0] }
    group.count += count
    group.before += earlier
    for (const at of [0, 1, 2])
      group.priorities[at] =
        (group.priorities[at] ?? 0) + (present.bySourceAndPriority[3 * index + at] ?? 0)
    groups.set(key, group)
  }
  return [...groups.values()].toSorted(
    (one, other) => other.count - one.count || other.before - one.before,
  )
}

type Place = Pick<AlarmGroup, 'device' | 'sensor'>

/** A group as it is answered: with what its members have in common. */
export function describeGroup(
  { source, count, before, priorities }: SourceGroup,
  grouping: Grouping,
  placeOf: (source: AlarmSource) => Place | null,
): AlarmGroup {
  const place = placeOf(source)
  const hasRule = grouping === 'sources' || grouping === 'rules'
  return {
    device: grouping === 'rules' ? null : (place?.device ?? null),
    sensor: grouping === 'sources' || grouping === 'sensors' ? (place?.sensor ?? null) : null,
    origin: hasRule ? source.origin : null,
    ruleName: hasRule ? source.ruleName : '',
    ...{ count, before, priorities },
  }
}
