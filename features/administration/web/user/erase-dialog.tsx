import { useQueryClient } from '@tanstack/react-query'
import { Modal } from 'antd'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { erasePerson } from '#features/accounts/contract/personal-data.ts'
import { listRoles } from '#features/accounts/contract/roles.ts'
import { listUsers, type User } from '#features/accounts/contract/users.ts'
import { isTypedName } from '#kit/model/text/typed-name.ts'
import { TypedName } from '#kit/web/antd/fields/antd-typed-name.tsx'
import { call } from '#kit/web/calls/call.ts'
import { invalidate } from '#kit/web/calls/query-of.ts'
import { useMutation } from '#kit/web/calls/use-mutation.ts'
import { isolated } from '#kit/web/formats/isolated.ts'
import { toast } from '#kit/web/toast.ts'
import { useShowRefusal } from '../show-refusal.ts'
import { userQuery } from './query-user.ts'

interface EraseDialogProps {
  readonly user: User
  readonly onClose: () => void
  readonly onErased: () => void
}

/** Asks for the name before a person is erased for good. */
export default function EraseDialog({ user, onClose, onErased }: EraseDialogProps) {
  const translate = useTranslations('administration.personalData')
  const client = useQueryClient()
  const showRefusal = useShowRefusal()
  const [typed, setTyped] = useState('')
  const name = isolated(user.name)
  const { mutate, isPending } = useMutation({
    meta: { quiet: true },
    mutationFn: () => call(erasePerson, { params: { id: user.id }, body: { name: typed } }),
    onSuccess: () => {
      client.removeQueries(userQuery(user.id))
      void invalidate(client, listUsers, listRoles)
    },
  })
  const isReady = isTypedName(typed, user.name)
  const submit = () => {
    if (!isReady || isPending) return
    mutate(undefined, {
      onSuccess: () => {
        toast('success', translate('erased'))
        onClose()
        onErased()
      },
      onError: showRefusal,
    })
  }
  return (
    <Modal
      open
      title={translate('eraseTitle', { name })}
      okText={translate('erase')}
      cancelText={translate('cancel')}
      okButtonProps={{ danger: true, loading: isPending, disabled: !isReady }}
      onOk={submit}
      onCancel={onClose}
    >
      <p className="user-note">{translate('eraseNote')}</p>
      <TypedName
        label={translate('typeName', { name })}
        typed={typed}
        onType={setTyped}
        onEnter={submit}
      />
    </Modal>
  )
}
