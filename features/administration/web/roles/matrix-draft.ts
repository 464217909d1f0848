import type { RoleDetail } from '#features/accounts/contract/roles.ts'

/** Changes that are not saved yet: for each role the permissions whose box was turned over. */
export type MatrixDraft = ReadonlyMap<string, ReadonlySet<string>>

export const emptyDraft: MatrixDraft = new Map()

/** Turns one box over; turned twice it is as it was. */
export function toggled(draft: MatrixDraft, role: string, permission: string): MatrixDraft {
  const turned = new Set(draft.get(role))
  if (!turned.delete(permission)) turned.add(permission)
  const next = new Map(draft)
  if (turned.size === 0) next.delete(role)
  else next.set(role, turned)
  return next
}

/**
 * The draft once the boxes of a role are saved as they were sent: what was turned since lies on top
 * of them, a box that was turned back too.
 */
export function withoutSaved(draft: MatrixDraft, sent: MatrixDraft, role: string): MatrixDraft {
  return [...(sent.get(role) ?? [])].reduce(
    (rest, permission) => toggled(rest, role, permission),
    draft,
  )
}

/** Whether the box is ticked, saved or not. */
export function isGranted(draft: MatrixDraft, role: RoleDetail, permission: string): boolean {
  return role.permissions.includes(permission) !== (draft.get(role.name)?.has(permission) ?? false)
}

export interface RoleChange {
  readonly name: string
  readonly permissions: readonly string[]
  readonly version: number
}

/** What saving the draft asks of the server: the new permissions of every role that changes. */
export function changesOf(
  draft: MatrixDraft,
  roles: readonly RoleDetail[],
  permissions: readonly string[],
): readonly RoleChange[] {
  return roles
    .filter(({ name }) => draft.has(name))
    .map((role) => ({
      name: role.name,
      version: role.version,
      // What the matrix does not show stays as it is.
      permissions: [...new Set([...role.permissions, ...permissions])].filter((name) =>
        isGranted(draft, role, name),
      ),
    }))
}

export interface DraftSummary {
  readonly boxes: number
  readonly roles: readonly string[]
  /** Accounts that hold one of the roles; who holds two counts twice. */
  readonly members: number
}

/** How much a draft changes, and for how many. */
export function summaryOf(draft: MatrixDraft, roles: readonly RoleDetail[]): DraftSummary {
  const changed = roles.filter(({ name }) => draft.has(name))
  return {
    boxes: changed.reduce((sum, { name }) => sum + (draft.get(name)?.size ?? 0), 0),
    roles: changed.map(({ name }) => name),
    members: changed.reduce((sum, { members }) => sum + members, 0),
  }
}
