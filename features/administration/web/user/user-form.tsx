import { Alert, Button, Form } from 'antd'
import { useTranslations } from 'use-intl'
import type { RoleDetail } from '#features/accounts/contract/roles.ts'
import type { User } from '#features/accounts/contract/users.ts'
import { EditConflict } from '#kit/web/antd/forms/antd-edit-conflict.tsx'
import { PermissionChoice } from '../rights/permission-choice.tsx'
import { RoleChoice } from '../rights/role-choice.tsx'
import { useUserEditing, type UserEntries } from './use-user-editing.ts'
import { UserFields } from './user-fields.tsx'

interface UserFormProps {
  readonly user: User
  readonly roles: readonly RoleDetail[]
  readonly permissions: readonly {
    readonly name: string
    readonly product: string | null
    readonly assignable: boolean
  }[]
}

/** Who the person is and what they may do, saved together. An edit conflict asks what to do. */
export function UserForm({ user, roles, permissions }: UserFormProps) {
  const translate = useTranslations('administration.user')
  const editing = useUserEditing(user)
  const isReadOnly = !user.abilities.edit
  const isLastAdministrator =
    user.roles.includes('admin') && roles.find(({ name }) => name === 'admin')?.members === 1
  const locked = new Map(isLastAdministrator ? [['admin', translate('lastAdministrator')]] : [])
  return (
    <section className="panel" aria-labelledby="user-title">
      <header className="panel-head">
        <h2 id="user-title" className="clip">
          {user.name}
        </h2>
      </header>
      <Form<UserEntries>
        form={editing.form}
        name="edit-user"
        className="panel-body"
        layout="vertical"
        requiredMark={false}
        initialValues={editing.initialEntries}
        scrollToFirstError={{ block: 'center', focus: true }}
        onValuesChange={editing.onChange}
        onFinish={editing.save}
      >
        {isReadOnly && <Alert type="info" title={translate('readOnly')} className="user-note" />}
        {editing.theirs && (
          <EditConflict
            title={translate('conflictTitle')}
            onTakeTheirs={editing.theirs.take}
            onKeepMine={editing.theirs.overwrite}
          />
        )}
        <UserFields isDisabled={isReadOnly} />
        <RoleChoice roles={roles} locked={locked} isDisabled={isReadOnly} />
        <PermissionChoice permissions={permissions} roles={roles} isDisabled={isReadOnly} />
        <UnsavedBar {...editing} />
      </Form>
    </section>
  )
}

interface UnsavedBarProps {
  readonly isDirty: boolean
  readonly isPending: boolean
  readonly cancel: () => void
}

function UnsavedBar({ isDirty, isPending, cancel }: UnsavedBarProps) {
  const translate = useTranslations('administration.user')
  return (
    <div className="unsaved-bar" data-shown={isDirty}>
      <span className="grow">{isDirty ? translate('unsaved') : ''}</span>
      <Button disabled={!isDirty || isPending} onClick={cancel}>
        {translate('cancel')}
      </Button>
      <Button type="primary" htmlType="submit" disabled={!isDirty} loading={isPending}>
        {translate('save')}
      </Button>
    </div>
  )
}
