import { Form, Input, Modal, Select } from 'antd'
import { useEffect } from 'react'
import { useTranslations } from 'use-intl'
import { showFieldErrors } from '#kit/web/antd/antd-form.ts'
import { showFailure } from '#kit/web/calls/query.ts'
import { toast } from '#kit/web/toast.ts'
import type { RoleDetail } from '#features/accounts/contract/roles.ts'
import { useFieldErrorText } from '#kit/web/texts/use-field-error-text.ts'
import { useCreateRole } from './use-create-role.ts'
import { useRenameRole } from './use-rename-role.ts'

/** A role that is being made, or that gets another name. */
export type NamedRole =
  | { readonly kind: 'new' }
  | { readonly kind: 'rename'; readonly role: RoleDetail }

interface RoleForm {
  readonly name: string
  /** Role whose permissions a new one starts with; empty for none. */
  readonly like: string
}

interface RoleNameDialogProps {
  readonly named: NamedRole | null
  readonly roles: readonly RoleDetail[]
  readonly onClose: () => void
}

export function RoleNameDialog({ named, roles, onClose }: RoleNameDialogProps) {
  const translate = useTranslations('administration.roles')
  const fieldErrorText = useFieldErrorText()
  const [form] = Form.useForm<RoleForm>()
  const create = useCreateRole()
  const rename = useRenameRole()
  const isPending = create.isPending || rename.isPending
  const isNew = named?.kind !== 'rename'
  useEffect(() => {
    if (named !== null)
      form.setFieldsValue({ name: named.kind === 'rename' ? named.role.name : '', like: '' })
  }, [form, named])
  const submit = ({ name, like }: RoleForm) => {
    if (isPending || named === null) return
    const outcome = {
      onSuccess: (role: RoleDetail) => {
        toast('success', translate(isNew ? 'added' : 'renamed', { name: role.name }))
        onClose()
      },
      onError: (error: Error) => {
        if (!showFieldErrors(form, error, fieldErrorText)) void showFailure(error)
      },
    }
    if (named.kind === 'rename') rename.mutate({ role: named.role, name: name.trim() }, outcome)
    else
      create.mutate(
        {
          name: name.trim(),
          permissions: roles.find((role) => role.name === like)?.permissions ?? [],
        },
        outcome,
      )
  }
  return (
    <Modal
      open={named !== null}
      forceRender
      title={
        named?.kind === 'rename'
          ? translate('renameTitle', { name: named.role.name })
          : translate('addTitle')
      }
      okText={translate(isNew ? 'add' : 'rename')}
      confirmLoading={isPending}
      onOk={() => form.submit()}
      onCancel={onClose}
    >
      <Form<RoleForm>
        form={form}
        name="role-name"
        layout="vertical"
        requiredMark={false}
        onFinish={submit}
      >
        <NameField />
        {isNew && <LikeField roles={roles} />}
      </Form>
    </Modal>
  )
}

function NameField() {
  const translate = useTranslations('administration.roles')
  return (
    <Form.Item
      name="name"
      label={translate('name')}
      rules={[
        { required: true, whitespace: true, message: translate('nameMissing') },
        { pattern: /^[\p{L}\p{M}\p{N} _-]*$/u, message: translate('nameShape') },
      ]}
    >
      <Input maxLength={40} autoComplete="off" />
    </Form.Item>
  )
}

/** The role whose permissions a new one starts with. */
function LikeField({ roles }: Pick<RoleNameDialogProps, 'roles'>) {
  const translate = useTranslations('administration.roles')
  return (
    <Form.Item name="like" label={translate('like')}>
      <Select
        options={[
          { value: '', label: translate('likeNone') },
          ...roles
            .filter(({ name }) => name !== 'admin')
            .map(({ name }) => ({ value: name, label: name })),
        ]}
      />
    </Form.Item>
  )
}
