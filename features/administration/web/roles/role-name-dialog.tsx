import { Form, Input, Modal, Select } from 'antd'
import { useEffect, useState } from 'react'
import { useTranslations } from 'use-intl'
import { useConfirmedClose } from '#kit/web/antd/forms/antd-confirmed-close.ts'
import { useShowRefusedForm } from '#kit/web/antd/forms/antd-form.ts'
import { useLatest } from '#kit/web/screens/late-answers.ts'
import { useUnsaved } from '#kit/web/screens/unsaved.ts'
import { toast } from '#kit/web/toast.ts'
import { isolated } from '#kit/web/formats/isolated.ts'
import type { RoleDetail } from '#features/accounts/contract/roles.ts'
import { useCreateRole } from './use-create-role.ts'
import { useRenameRole } from './use-rename-role.ts'

export const roleNameForm = 'role-name'

interface RoleForm {
  readonly name: string
  /** Role whose permissions a new one starts with; empty for none. */
  readonly like: string
}

/** A role that is being made, or that gets another name; `entries`: what was typed before. */
export type NamedRole = (
  | { readonly kind: 'new' }
  | { readonly kind: 'rename'; readonly role: RoleDetail }
) & { readonly entries?: RoleForm }

interface RoleNameDialogProps {
  readonly named: NamedRole | null
  readonly roles: readonly RoleDetail[]
  readonly onClose: () => void
}

export function RoleNameDialog({ named, roles, onClose }: RoleNameDialogProps) {
  const translate = useTranslations('administration.roles')
  const [form] = Form.useForm<RoleForm>()
  const showRefusedForm = useShowRefusedForm(form)
  const create = useCreateRole()
  const rename = useRenameRole()
  const isPending = create.isPending || rename.isPending
  const isNew = named?.kind !== 'rename'
  useEffect(() => {
    if (named === null) return
    const name = named.kind === 'rename' ? named.role.name : ''
    form.setFieldsValue(named.entries ?? { name, like: '' })
  }, [form, named])
  const latest = useLatest(named)
  const [touched, setTouched] = useState(named)
  const isDirty = named !== null && touched === named
  const markSaved = useUnsaved(roleNameForm, isDirty, () => ({
    ...named,
    entries: form.getFieldsValue(true) as RoleForm,
  }))
  const close = useConfirmedClose({ isDirty, isPending, discard: markSaved, onClose })
  const submit = ({ name, like }: RoleForm) => {
    if (isPending || named === null) return
    const outcome = {
      onSuccess: (role: RoleDetail) => {
        toast('success', translate(isNew ? 'added' : 'renamed', { name: isolated(role.name) }))
        // Meanwhile it may have been closed, and opened for another one.
        if (latest.current !== named) return
        markSaved()
        onClose()
      },
      onError: showRefusedForm,
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
          ? translate('renameTitle', { name: isolated(named.role.name) })
          : translate('addTitle')
      }
      okText={translate(isNew ? 'add' : 'rename')}
      // Belongs to the form, or Enter in one of two fields would not send it.
      okButtonProps={{ loading: isPending, htmlType: 'submit', form: roleNameForm }}
      onCancel={close}
    >
      <Form<RoleForm>
        form={form}
        name={roleNameForm}
        layout="vertical"
        requiredMark={false}
        onValuesChange={() => setTouched(named)}
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
