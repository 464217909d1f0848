import type { PointName } from '../evaluation/evaluated-point.ts'
import type { AlarmOrigin } from './planned-rule.ts'
import type { StoredRule } from './rules-store.ts'

type Versioned = Pick<StoredRule, 'id' | 'version'>

/** The rules that came, went, or have another version. */
export function changedRules(
  before: readonly Versioned[],
  after: readonly Versioned[],
): ReadonlySet<AlarmOrigin> {
  const nameOf = ({ id, version }: Versioned) => `${id} ${version}`
  const known = new Set(before.map(nameOf))
  const present = new Set(after.map(nameOf))
  const changed = [
    ...before.filter((rule) => !present.has(nameOf(rule))),
    ...after.filter((rule) => !known.has(nameOf(rule))),
  ]
  return new Set(changed.map(({ id }) => String(id)))
}

/** The devices at whose points one of these rules counts. */
export function devicesOf(
  points: Iterable<PointName>,
  rules: ReadonlySet<AlarmOrigin>,
): Set<number> {
  const devices = new Set<number>()
  for (const { origin, deviceId } of points) if (rules.has(origin)) devices.add(deviceId)
  return devices
}
