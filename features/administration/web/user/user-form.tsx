import { useQueryClient } from '@tanstack/react-query'
import { Alert, Button, Form } from 'antd'
import { useEffect, useState } from 'react'
import { useTranslations } from 'use-intl'
import { ApiError } from '#kit/web/calls/call.ts'
import { showFieldErrors } from '#kit/web/antd/antd-form.ts'
import { Overtaken } from '#kit/web/antd/antd-overtaken.tsx'
import { tellFailure } from '#kit/web/calls/query.ts'
import { toast } from '#kit/web/toast.ts'
import { useUnsaved } from '#kit/web/screens/unsaved.ts'
import type { RoleDetail } from '#features/accounts/contract/roles.ts'
import type { User } from '#features/accounts/contract/users.ts'
import { userQuery } from './query-user.ts'
import { useFieldErrorText } from '#kit/web/texts/use-field-error-text.ts'
import { PermissionChoice, RoleChoice } from '../rights/rights-fields.tsx'
import { useUpdateUser } from './use-update-user.ts'
import { UserFields } from './user-fields.tsx'

interface UserEntries {
  readonly name: string
  readonly email: string
  readonly introduction: string
  readonly roles: string[]
  readonly permissions: string[]
}

interface UserFormProps {
  readonly user: User
  readonly roles: readonly RoleDetail[]
  readonly permissions: readonly {
    readonly name: string
    readonly product: string | null
    readonly assignable: boolean
  }[]
}

const entriesOf = ({ name, email, introduction, roles, permissions }: User): UserEntries => ({
  name,
  email,
  introduction,
  roles,
  permissions,
})

/**
 * Who the person is and what they may do, saved together. An edit that somebody else overtook asks
 * what to do.
 */
export function UserForm({ user, roles, permissions }: UserFormProps) {
  const translate = useTranslations('administration.user')
  const reasons = useTranslations('administration.reasons')
  const fieldErrorText = useFieldErrorText()
  const client = useQueryClient()
  const [form] = Form.useForm<UserEntries>()
  const [isDirty, setDirty] = useState(false)
  /** The newest state, after somebody else saved while this form was open. */
  const [theirs, setTheirs] = useState<User | null>(null)
  const [base, setBase] = useState(user)
  const { mutate, isPending } = useUpdateUser(user.id)
  const isReadOnly = !user.abilities.edit
  useUnsaved(isDirty)

  // A newer state that differs in nothing this form holds (the person was disabled, say) is no
  // reason for a question when saving.
  const isSame = JSON.stringify(entriesOf(user)) === JSON.stringify(entriesOf(base))
  if (base !== user && (isSame || !isDirty)) setBase(user)
  useEffect(() => {
    if (!isDirty) form.setFieldsValue(entriesOf(base))
  }, [form, base, isDirty])
  const show = (shown: User) => {
    form.setFieldsValue(entriesOf(shown))
    setBase(shown)
    setDirty(false)
    setTheirs(null)
  }
  const answer = async (failure: unknown) => {
    if (
      failure instanceof ApiError &&
      failure.code === 'conflict' &&
      Object.keys(failure.errors).length === 0
    ) {
      const newest = await client
        .fetchQuery({ ...userQuery(user.id), staleTime: 0 })
        .catch(() => null)
      if (newest !== null && newest.data.version !== base.version) return setTheirs(newest.data)
      // The same version and a conflict nevertheless: the plant would be left without an
      // administrator.
      form.setFields([{ name: 'roles', errors: [reasons('lastAdministrator')] }])
      return form.scrollToField('roles', { block: 'center' })
    }
    if (!showFieldErrors(form, failure, fieldErrorText)) void tellFailure(failure)
  }
  const save = (entries: UserEntries, version: number) => {
    if (isPending) return
    mutate(
      {
        version,
        ...entries,
        name: entries.name.trim(),
        email: entries.email.trim(),
        introduction: entries.introduction.trim(),
      },
      {
        onSuccess: (saved) => {
          show(saved)
          toast('success', translate('saved'))
        },
        onError: (error) => void answer(error),
      },
    )
  }
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
        form={form}
        name="edit-user"
        className="panel-body"
        layout="vertical"
        requiredMark={false}
        initialValues={entriesOf(base)}
        scrollToFirstError={{ block: 'center', focus: true }}
        onValuesChange={() => setDirty(true)}
        onFinish={(entries) => save(entries, base.version)}
      >
        {isReadOnly && <Alert type="info" title={translate('readOnly')} className="user-note" />}
        {theirs !== null && (
          <Overtaken
            title={translate('conflictTitle')}
            onTakeTheirs={() => show(theirs)}
            onKeepMine={() => {
              setTheirs(null)
              save(form.getFieldsValue(), theirs.version)
            }}
          />
        )}
        <UserFields isDisabled={isReadOnly} />
        <RoleChoice roles={roles} locked={locked} isDisabled={isReadOnly} />
        <PermissionChoice permissions={permissions} roles={roles} isDisabled={isReadOnly} />
        <div className="unsaved-bar" data-shown={isDirty}>
          <span className="grow">{isDirty ? translate('unsaved') : ''}</span>
          <Button disabled={!isDirty || isPending} onClick={() => show(base)}>
            {translate('cancel')}
          </Button>
          <Button type="primary" htmlType="submit" disabled={!isDirty} loading={isPending}>
            {translate('save')}
          </Button>
        </div>
      </Form>
    </section>
  )
}
