import type { Transaction } from 'kysely'
import type { DB } from '#kit/server/postgres-schema.ts'
import { lockRoutes, updateRoute, type StoredRoute } from './routes-store.ts'

type Transact = Transaction<DB>

/** Routes to the people of a role lead to them under its new name too. */
export function renameRoleInRoutes(transaction: Transact, from: string, to: string): Promise<void> {
  return changeRoutes(transaction, ({ target }) =>
    target.kind === 'push' && target.roles.includes(from)
      ? { target: { ...target, roles: renamed(target.roles, new Map([[from, to]])) } }
      : null,
  )
}

/** Routes of shifts count in them under their new names too, by their former ones. */
export function renameShiftsInRoutes(
  transaction: Transact,
  names: ReadonlyMap<string, string>,
): Promise<void> {
  return changeRoutes(transaction, ({ shifts }) =>
    shifts.some((name) => names.has(name)) ? { shifts: renamed(shifts, names) } : null,
  )
}

const renamed = (former: readonly string[], names: ReadonlyMap<string, string>) => [
  ...new Set(former.map((name) => names.get(name) ?? name)),
]

/** A new version, so that a form with the former names is not stored over it. */
async function changeRoutes(
  transaction: Transact,
  changeOf: (route: StoredRoute) => Partial<StoredRoute> | null,
): Promise<void> {
  for (const route of await lockRoutes(transaction)) {
    const change = changeOf(route)
    if (change === null) continue
    const { id, version, secret, ...definition } = route
    void [version, secret]
    await updateRoute(transaction, id, { ...definition, ...change })
  }
}
