import { useQuery } from '@tanstack/react-query'
import { Button, Drawer, Form } from 'antd'
import { useTranslations } from 'use-intl'
import { showFieldErrors } from '#kit/web/antd/antd-form.ts'
import { showFailure } from '#kit/web/calls/query.ts'
import { toast } from '#kit/web/toast.ts'
import type { PasswordLink, User } from '#features/accounts/contract/users.ts'
import { rolesQuery } from '../rights/query-roles.ts'
import { useFieldErrorText } from '#kit/web/texts/use-field-error-text.ts'
import { RoleChoice } from '../rights/rights-fields.tsx'
import { useCreateUser } from './use-create-user.ts'
import { UserFields } from '../user/user-fields.tsx'

interface NewUserForm {
  readonly name: string
  readonly email: string
  readonly introduction: string
  readonly roles: string[]
}

interface CreateUserDrawerProps {
  readonly isOpen: boolean
  readonly onClose: () => void
  readonly onCreated: (made: { readonly user: User; readonly link: PasswordLink | null }) => void
}

/** A new account. The person chooses the password, with the link that the reply brings. */
export function CreateUserDrawer({ isOpen, onClose, onCreated }: CreateUserDrawerProps) {
  const translate = useTranslations('administration.create')
  const fieldErrorText = useFieldErrorText()
  const [form] = Form.useForm<NewUserForm>()
  const { data: roles = [] } = useQuery({ ...rolesQuery, enabled: isOpen })
  const { mutate, isPending } = useCreateUser()
  const submit = ({ name, email, introduction, roles }: NewUserForm) => {
    if (isPending) return
    mutate(
      { name: name.trim(), email: email.trim(), introduction: introduction.trim(), roles },
      {
        onSuccess: (made) => {
          toast('success', translate('done', { name: made.user.name }))
          form.resetFields()
          onCreated(made)
        },
        onError: (error) => {
          if (!showFieldErrors(form, error, fieldErrorText)) void showFailure(error)
        },
      },
    )
  }
  return (
    <Drawer
      open={isOpen}
      onClose={onClose}
      title={translate('title')}
      size={420}
      forceRender
      footer={
        <div className="administration-foot">
          <Button onClick={onClose}>{translate('cancel')}</Button>
          <Button type="primary" htmlType="submit" form="create-user" loading={isPending}>
            {translate('save')}
          </Button>
        </div>
      }
    >
      <p className="administration-intro">{translate('intro')}</p>
      <Form<NewUserForm>
        form={form}
        name="create-user"
        layout="vertical"
        requiredMark={false}
        initialValues={{ name: '', email: '', introduction: '', roles: [] }}
        scrollToFirstError={{ block: 'center', focus: true }}
        onFinish={submit}
      >
        <UserFields />
        <RoleChoice roles={roles} />
      </Form>
    </Drawer>
  )
}
