import { Checkbox, Form } from 'antd'
import { useTranslations } from 'use-intl'
import type { RoleDetail } from '#features/accounts/contract/roles.ts'
import { useRightNames } from './right-names.ts'

const nothingLocked: ReadonlyMap<string, string> = new Map()

interface RoleChoiceProps {
  readonly roles: readonly RoleDetail[]
  /** Roles that must stay as they are, with the reason. */
  readonly locked?: ReadonlyMap<string, string>
  /**
   * Roles that the account holds now: these may be taken away even where they could not be given.
   */
  readonly isDisabled?: boolean
}

/** The roles of an account, each with what it means; one that the caller must not give says so. */
export function RoleChoice({ roles, locked = nothingLocked, isDisabled = false }: RoleChoiceProps) {
  const translate = useTranslations('administration.user')
  const { roleMeaning } = useRightNames()
  return (
    <Form.Item
      name="roles"
      label={translate('roles')}
      rules={[
        {
          validator: (_rule, value: unknown) =>
            Array.isArray(value) && value.length > 0
              ? Promise.resolve()
              : Promise.reject(new Error(translate('rolesMissing'))),
        },
      ]}
    >
      <Checkbox.Group
        className="rights-choice"
        aria-label={translate('roles')}
        disabled={isDisabled}
      >
        {roles.map(({ name, abilities }) => {
          const reason = locked.get(name) ?? (abilities.assign ? null : translate('beyondOwn'))
          return (
            <RightBox
              key={name}
              name={name}
              isDisabled={isDisabled || reason !== null}
              reason={reason}
              meaning={roleMeaning(name)}
            />
          )
        })}
      </Checkbox.Group>
    </Form.Item>
  )
}

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
          const meaning = permissionMeaning(name, product)
          return (
            <RightBox
              key={name}
              name={name}
              isDisabled={isDisabled || !assignable}
              reason={reason}
              meaning={meaning}
            />
          )
        })}
      </Checkbox.Group>
    </Form.Item>
  )
}

interface RightBoxProps {
  readonly name: string
  readonly meaning: string
  readonly reason: string | null
  readonly isDisabled: boolean
}

function RightBox({ name, meaning, reason, isDisabled }: RightBoxProps) {
  return (
    <Checkbox value={name} disabled={isDisabled} className="right-box">
      <b>{name}</b>
      {meaning !== name && meaning !== '' && <span>{meaning}</span>}
      {reason !== null && <small>{reason}</small>}
    </Checkbox>
  )
}
