import { Checkbox } from 'antd'
import { useTranslations } from 'use-intl'
import { Icon } from '#kit/ui/icon.tsx'
import { rovingTable } from '#kit/ui/roving-table.ts'
import type { RoleDetail } from '#features/accounts/contract/roles.ts'
import { isChanged, isGranted, isTurned, type MatrixDraft } from './matrix-draft.ts'
import { useRightNames } from '../rights/right-names.ts'
import { RoleMenu } from './role-menu.tsx'

export interface MatrixShapeProps {
  readonly roles: readonly RoleDetail[]
  readonly permissions: readonly { readonly name: string; readonly product: string | null }[]
  readonly draft: MatrixDraft
  readonly onToggle: (role: RoleDetail, permission: string) => void
  readonly onRename: (role: RoleDetail) => void
}

/** Permissions down, roles across. */
export function RoleMatrix({ roles, permissions, draft, onToggle, onRename }: MatrixShapeProps) {
  const translate = useTranslations('administration.roles')
  const { permissionMeaning, roleMeaning } = useRightNames()
  return (
    <div
      ref={rovingTable}
      className="role-matrix"
      // What scrolls must be reachable by keyboard.
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
      role="group"
      aria-labelledby="roles-title"
    >
      <table>
        <thead>
          <tr>
            <th scope="col">{translate('permission')}</th>
            {roles.map((role) => (
              <th key={role.name} scope="col" data-changed={isChanged(draft, role)}>
                <span className="role-name" title={roleMeaning(role.name) || role.name}>
                  <span className="clip">{role.name}</span>
                  {role.name === 'admin' && <Icon name="lock" size={12} />}
                  <RoleMenu role={role} onRename={() => onRename(role)} />
                </span>
                <small>{translate('members', { count: role.members })}</small>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {permissions.map(({ name, product }) => (
            <tr key={name}>
              <th scope="row">
                {permissionMeaning(name, product)}
                <small>{name}</small>
              </th>
              {roles.map((role) => (
                <td key={role.name}>
                  <MatrixBox role={role} permission={name} draft={draft} onToggle={onToggle} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

interface MatrixBoxProps {
  readonly role: RoleDetail
  readonly permission: string
  readonly draft: MatrixDraft
  readonly onToggle: (role: RoleDetail, permission: string) => void
}

function MatrixBox({ role, permission, draft, onToggle }: MatrixBoxProps) {
  const translate = useTranslations('administration.roles')
  const isLocked = !role.abilities.setPermissions
  const isAdmin = role.name === 'admin'
  const reason = isLocked ? translate(isAdmin ? 'adminLocked' : 'locked') : undefined
  const label = translate('box', { role: role.name, permission })
  return (
    <span className="matrix-box" data-changed={isTurned(draft, role, permission)} title={reason}>
      <Checkbox
        checked={isAdmin || isGranted(draft, role, permission)}
        disabled={isLocked}
        aria-label={reason === undefined ? label : `${label}. ${reason}`}
        onChange={() => onToggle(role, permission)}
      />
    </span>
  )
}
