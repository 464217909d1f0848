import type { RoleDetail } from '#features/accounts/contract/roles.ts'

/**
 * Changes that are not saved yet: for each role the permissions whose box was turned over, with
 * what the person chose. What somebody else saves meanwhile does not turn it over again.
 */
export type MatrixDraft = ReadonlyMap<string, ReadonlyMap<string, boolean>>

export const emptyDraft: MatrixDraft = new Map()

/** Turns one box over; turned twice it is as it was. */
export function toggled(draft: MatrixDraft, role: RoleDetail, permission: string): MatrixDraft {
  const chosen = !isGranted(draft, role, permission)
  const turned = new Map(draft.get(role.name))
  if (chosen === isStored(role, permission)) turned.delete(permission)
  else turned.set(permission, chosen)
  return withBoxes(draft, role.name, turned)
}

/**
 * The draft once the boxes of a role are saved as they were sent: what was turned since lies on top
 * of them, a box that was turned back too.
 */
export function withoutSaved(draft: MatrixDraft, sent: MatrixDraft, role: string): MatrixDraft {
  const shown = draft.get(role)
  const left = new Map(shown)
  for (const [permission, chosen] of sent.get(role) ?? []) {
    if (shown?.get(permission) === chosen) left.delete(permission)
    else left.set(permission, !chosen)
  }
  return withBoxes(draft, role, left)
}

function withBoxes(
  draft: MatrixDraft,
  role: string,
  boxes: ReadonlyMap<string, boolean>,
): MatrixDraft {
  const next = new Map(draft)
  if (boxes.size === 0) next.delete(role)
  else next.set(role, boxes)
  return next
}

const isStored = ({ permissions }: RoleDetail, permission: string) =>
  permissions.includes(permission)

/** Whether the box is ticked, saved or not. */
export function isGranted(draft: MatrixDraft, role: RoleDetail, permission: string): boolean {
  return draft.get(role.name)?.get(permission) ?? isStored(role, permission)
}

/** Whether the box is ticked otherwise than what is stored. */
export function isTurned(draft: MatrixDraft, role: RoleDetail, permission: string): boolean {
  return isGranted(draft, role, permission) !== isStored(role, permission)
}

/** The permissions of a role whose boxes are ticked otherwise than what is stored. */
const turnedOf = (draft: MatrixDraft, role: RoleDetail): readonly string[] =>
  [...(draft.get(role.name)?.keys() ?? [])].filter((name) => isTurned(draft, role, name))

/** Whether saving the draft changes the role. */
export const isChanged = (draft: MatrixDraft, role: RoleDetail): boolean =>
  turnedOf(draft, role).length > 0

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
    .filter((role) => isChanged(draft, role))
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
  const changed = roles.filter((role) => isChanged(draft, role))
  return {
    boxes: changed.reduce((sum, role) => sum + turnedOf(draft, role).length, 0),
    roles: changed.map(({ name }) => name),
    members: changed.reduce((sum, { members }) => sum + members, 0),
  }
}
