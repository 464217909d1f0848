import { Checkbox, Select } from 'antd'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { isChanged, isGranted, isTurned } from './matrix-draft.ts'
import { useRightNames } from '../rights/right-names.ts'
import type { MatrixShapeProps } from './role-matrix.tsx'
import { RoleMenu } from './role-menu.tsx'

/** The matrix on a phone: one role at a time. */
export function RoleList({ roles, permissions, draft, onToggle, onRename }: MatrixShapeProps) {
  const translate = useTranslations('administration.roles')
  const { permissionMeaning, roleMeaning } = useRightNames()
  const [chosen, setChosen] = useState(roles[0]?.name)
  const role = roles.find(({ name }) => name === chosen) ?? roles[0]
  if (role === undefined) return null
  const isAdmin = role.name === 'admin'
  const isLocked = !role.abilities.setPermissions
  return (
    <div className="role-list">
      <div className="role-list-head">
        <Select
          className="grow"
          aria-label={translate('role')}
          value={role.name}
          onChange={setChosen}
          options={roles.map((each) => ({
            value: each.name,
            label: isChanged(draft, each) ? `${each.name} *` : each.name,
          }))}
        />
        <RoleMenu role={role} onRename={() => onRename(role)} />
      </div>
      <p className="role-list-note">
        {[roleMeaning(role.name), translate('members', { count: role.members })]
          .filter((text) => text !== '')
          .join(' · ')}
      </p>
      {isLocked && (
        <p className="role-list-note">{translate(isAdmin ? 'adminLocked' : 'locked')}</p>
      )}
      <ul>
        {permissions.map(({ name, product }) => (
          <li key={name} data-changed={isTurned(draft, role, name)}>
            <Checkbox
              className="right-box"
              checked={isAdmin || isGranted(draft, role, name)}
              disabled={isLocked}
              onChange={() => onToggle(role, name)}
            >
              <b>{permissionMeaning(name, product)}</b>
              <small>{name}</small>
            </Checkbox>
          </li>
        ))}
      </ul>
    </div>
  )
}
