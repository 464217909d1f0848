import { Checkbox, Form } from 'antd'
import { useTranslations } from 'use-intl'
import type { RoleDetail } from '#features/accounts/contract/roles.ts'
import { useRightNames } from './right-names.ts'
import { RightBox } from './right-box.tsx'

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
              title={name}
              note={roleMeaning(name)}
            />
          )
        })}
      </Checkbox.Group>
    </Form.Item>
  )
}
