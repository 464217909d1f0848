import type { Area, RouteDefinition } from './notification-route.ts'

/** What the plant and the installation have, by name. */
export interface Existing {
  readonly roles: readonly string[]
  readonly areas: readonly Area[]
  readonly shifts: readonly string[]
}

/** What a route names and is not there any more. */
export interface Missing {
  readonly names: readonly string[]
  /** Whether nothing can leave by the route for that. */
  readonly isSilent: boolean
}

/** What a route names of shifts, areas and roles that `existing` does not have. */
export function missingOf(
  {
    devices,
    areas,
    shifts,
    target,
  }: Pick<RouteDefinition, 'devices' | 'areas' | 'shifts'> & {
    readonly target:
      | { readonly kind: 'mail' | 'webhook' }
      | {
          readonly kind: 'push'
          readonly roles: readonly string[]
          readonly recipients: readonly string[]
        }
  },
  existing: Existing,
): Missing {
  const goneShifts = shifts.filter((name) => !existing.shifts.includes(name))
  const goneAreas = areas.filter(
    ({ kind, name }) => !existing.areas.some((area) => area.kind === kind && area.name === name),
  )
  const roles = target.kind === 'push' ? target.roles : []
  const goneRoles = roles.filter((name) => !existing.roles.includes(name))
  const isAll = (gone: readonly unknown[], named: readonly unknown[]) =>
    named.length > 0 && gone.length === named.length
  return {
    names: [...goneShifts, ...goneAreas.map(({ name }) => name), ...goneRoles],
    isSilent:
      isAll(goneShifts, shifts) ||
      (devices.length === 0 && isAll(goneAreas, areas)) ||
      (target.kind === 'push' && target.recipients.length === 0 && isAll(goneRoles, roles)),
  }
}
