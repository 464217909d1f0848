import { useQuery } from '@tanstack/react-query'
import { Form } from 'antd'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { FormDrawer } from '#kit/web/antd/forms/antd-form-drawer.tsx'
import { stillHolds, useShowRefusedForm } from '#kit/web/antd/forms/antd-form.ts'
import { useUnsaved } from '#kit/web/screens/unsaved.ts'
import { toast } from '#kit/web/toast.ts'
import { isolated } from '#kit/web/formats/isolated.ts'
import { emptyFields } from '#features/accounts/contract/person-fields.ts'
import type { PasswordLink, User } from '#features/accounts/contract/users.ts'
import { rolesQuery } from '../rights/query-roles.ts'
import { RoleChoice } from '../rights/role-choice.tsx'
import { useCreateUser } from './use-create-user.ts'
import type { UserEntries } from '../user/use-user-editing.ts'
import { UserFields } from '../user/user-fields.tsx'

export const createUserForm = 'create-user'

export type NewUserForm = Omit<UserEntries, 'permissions'>

const empty: NewUserForm = { ...emptyFields, email: '', roles: [] }

interface CreateUserDrawerProps {
  /** What the form starts with, after a session that ended before it was saved. */
  readonly interrupted: NewUserForm | undefined
  readonly isOpen: boolean
  readonly onClose: () => void
  readonly onCreated: (made: { readonly user: User; readonly link: PasswordLink | null }) => void
}

/** A new account. The person chooses the password, with the link that the reply brings. */
export function CreateUserDrawer({
  interrupted,
  isOpen,
  onClose,
  onCreated,
}: CreateUserDrawerProps) {
  const translate = useTranslations('administration.create')
  const [form] = Form.useForm<NewUserForm>()
  const showRefusedForm = useShowRefusedForm(form)
  const { data: roles = [] } = useQuery({ ...rolesQuery, enabled: isOpen })
  const { mutate, isPending } = useCreateUser()
  const [isDirty, setDirty] = useState(interrupted !== undefined)
  const markSaved = useUnsaved(createUserForm, isOpen && isDirty, () => form.getFieldsValue(true))
  const submit = (entries: NewUserForm) => {
    if (isPending) return
    mutate(entries, {
      onSuccess: (made) => {
        toast('success', translate('done', { name: isolated(made.user.name) }))
        onCreated(made)
        // What is typed since is another account, which the form still holds.
        if (!stillHolds(form, entries)) return
        form.setFieldsValue(empty)
        setDirty(false)
        markSaved()
        onClose()
      },
      onError: showRefusedForm,
    })
  }
  return (
    <FormDrawer
      isOpen={isOpen}
      title={translate('title')}
      size={420}
      formId={createUserForm}
      cancel={translate('cancel')}
      submit={translate('save')}
      isPending={isPending}
      onClose={onClose}
    >
      <p className="administration-intro">{translate('intro')}</p>
      <Form<NewUserForm>
        form={form}
        name={createUserForm}
        layout="vertical"
        requiredMark={false}
        initialValues={interrupted ?? empty}
        scrollToFirstError={{ block: 'center', focus: true }}
        onValuesChange={() => setDirty(true)}
        onFinish={submit}
      >
        <UserFields />
        <RoleChoice roles={roles} />
      </Form>
    </FormDrawer>
  )
}
