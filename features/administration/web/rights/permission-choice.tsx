import { Checkbox, Form } from 'antd'
import { useTranslations } from 'use-intl'
import type { RoleDetail } from '#features/accounts/contract/roles.ts'
import { useRightNames } from './right-names.ts'
import { RightBox } from './right-box.tsx'

interface PermissionChoiceProps {
  readonly permissions: readonly {
    readonly name: string
    readonly product: string | null
    readonly assignable: boolean
  }[]
  readonly roles: readonly RoleDetail[]
  readonly isDisabled?: boolean
}

/** Permissions given to this person alone. Those that a chosen role brings along are named. */
export function PermissionChoice({
  permissions,
  roles,
  isDisabled = false,
}: PermissionChoiceProps) {
  const translate = useTranslations('administration.user')
  const { permissionMeaning } = useRightNames()
  const chosen = Form.useWatch<readonly string[] | undefined>('roles') ?? []
  const bringing = (permission: string) =>
    roles
      .filter(
        ({ name, permissions }) =>
          chosen.includes(name) && (name === 'admin' || permissions.includes(permission)),
      )
      .map(({ name }) => name)
  return (
    <Form.Item
      name="permissions"
      label={translate('permissions')}
      extra={translate('permissionsNote')}
    >
      <Checkbox.Group
        className="rights-choice"
        aria-label={translate('permissions')}
        disabled={isDisabled}
      >
        {permissions.map(({ name, product, assignable }) => {
          const from = bringing(name)
          const note = from.length > 0 ? translate('fromRole', { roles: from.join(', ') }) : null
          const reason = assignable ? note : translate('beyondOwn')
          return (
            <RightBox
              key={name}
              name={name}
              isDisabled={isDisabled || !assignable}
              reason={reason}
              title={permissionMeaning(name, product)}
              note={name}
            />
          )
        })}
      </Checkbox.Group>
    </Form.Item>
  )
}
