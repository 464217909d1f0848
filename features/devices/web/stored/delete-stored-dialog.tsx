import { useQueryClient } from '@tanstack/react-query'
import { Modal } from 'antd'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import {
  listDeletions,
  startDeletion,
  type StoredDeletion,
} from '#features/readings/contract/deletions.ts'
import { isTypedName } from '#kit/model/text/typed-name.ts'
import { TypedName } from '#kit/web/antd/fields/antd-typed-name.tsx'
import { call } from '#kit/web/calls/call.ts'
import { invalidate } from '#kit/web/calls/query-of.ts'
import { useMutation } from '#kit/web/calls/use-mutation.ts'
import { isolated } from '#kit/web/formats/isolated.ts'

interface DeleteStoredDialogProps {
  readonly deletion: StoredDeletion
  readonly onClose: () => void
}

/** Deletes kept readings for good, or retries what failed. */
export function DeleteStoredDialog({ deletion, onClose }: DeleteStoredDialogProps) {
  const translate = useTranslations('devices.stored')
  const remove = useTranslations('devices.remove')
  const client = useQueryClient()
  const [typed, setTyped] = useState('')
  const plain = deletion.sensor?.name ?? deletion.deviceName
  const name = isolated(plain)
  const { mutate, isPending } = useMutation({
    mutationFn: () => call(startDeletion, { params: { id: deletion.id }, body: { name: typed } }),
    onSettled: () => invalidate(client, listDeletions),
  })
  const isReady = isTypedName(typed, plain)
  const submit = () => {
    if (isReady && !isPending) mutate(undefined, { onSuccess: onClose, onError: onClose })
  }
  return (
    <Modal
      open
      title={translate('deleteTitle', { name })}
      okText={translate('delete')}
      cancelText={remove('cancel')}
      okButtonProps={{ danger: true, loading: isPending, disabled: !isReady }}
      onOk={submit}
      onCancel={onClose}
    >
      <p className="device-note">{remove('deleteNote')}</p>
      <TypedName
        label={remove('typeName', { name })}
        typed={typed}
        onType={setTyped}
        onEnter={submit}
      />
    </Modal>
  )
}
