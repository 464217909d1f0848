import { useQueryClient } from '@tanstack/react-query'
import { Modal } from 'antd'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { readThing } from '#features/ingest/contract/things.ts'
import { deleteSensorReadings } from '#features/readings/contract/deletions.ts'
import { isTypedName } from '#kit/model/text/typed-name.ts'
import { TypedName } from '#kit/web/antd/fields/antd-typed-name.tsx'
import { call } from '#kit/web/calls/call.ts'
import { invalidate } from '#kit/web/calls/query-of.ts'
import { useMutation } from '#kit/web/calls/use-mutation.ts'
import { isolated } from '#kit/web/formats/isolated.ts'
import { toast } from '#kit/web/toast.ts'

interface DeleteReadingsDialogProps {
  readonly sensor: { readonly id: number; readonly alias: string }
  readonly onClose: () => void
}

/** Deletes what is stored of a sensor, for good; whoever wants it types its name. */
export function DeleteReadingsDialog({ sensor, onClose }: DeleteReadingsDialogProps) {
  const translate = useTranslations('scada.things')
  const client = useQueryClient()
  const [typed, setTyped] = useState('')
  const name = isolated(sensor.alias)
  const { mutate, isPending } = useMutation({
    mutationFn: () => call(deleteSensorReadings, { body: { sensorId: sensor.id, name: typed } }),
    onSettled: () => invalidate(client, readThing),
  })
  const isReady = isTypedName(typed, sensor.alias)
  const submit = () => {
    if (!isReady || isPending) return
    mutate(undefined, {
      onSuccess: () => {
        toast('success', translate('deleting', { sensor: name }))
        onClose()
      },
      onError: onClose,
    })
  }
  return (
    <Modal
      open
      title={translate('deleteTitle', { sensor: name })}
      okText={translate('deleteNow')}
      cancelText={translate('cancel')}
      okButtonProps={{ danger: true, loading: isPending, disabled: !isReady }}
      onOk={submit}
      onCancel={onClose}
    >
      <p>{translate('deleteText')}</p>
      <TypedName
        label={translate('typeName', { sensor: name })}
        typed={typed}
        onType={setTyped}
        onEnter={submit}
      />
    </Modal>
  )
}
