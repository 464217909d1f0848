import { useQueryClient } from '@tanstack/react-query'
import { Button, Modal } from 'antd'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useDialogEntries } from '#kit/web/antd/forms/antd-confirmed-close.ts'
import { call } from '#kit/web/calls/call.ts'
import { useMutation } from '#kit/web/calls/use-mutation.ts'
import { toast } from '#kit/web/toast.ts'
import type { Alarm } from '../../../contract/alarm.ts'
import { takeOutOfService } from '../../../contract/routes.ts'
import { useAlarmWords } from '../../words/use-alarm-words.ts'
import { ReasonField } from './reason-field.tsx'
import { refetchAlarms } from './use-alarm-action.ts'
import { useAway } from './use-away.ts'

interface ServiceDialogProps {
  readonly alarm: Alarm
  readonly onClose: () => void
}

/** Takes the source of an alarm out of service, until somebody returns it. */
export function ServiceDialog({ alarm, onClose }: ServiceDialogProps) {
  const translate = useTranslations('alarms.service')
  const shelve = useTranslations('alarms.shelve')
  const words = useAlarmWords()
  const client = useQueryClient()
  const away = useAway()
  const [reason, setReason] = useState('')
  const [missed, setMissed] = useState(0)
  const { device, sensor, origin } = alarm
  const body = { origin, thing: device.lesiId, sensor: sensor?.key ?? null, reason: reason.trim() }
  const { mutate, isPending } = useMutation({
    mutationFn: () => call(takeOutOfService, { body }),
    onSuccess: () => {
      toast('success', translate('done'))
      leave()
    },
    onSettled: () => refetchAlarms(client),
  })
  const { close, leave } = useDialogEntries({
    ...{ form: 'alarm-service', isDirty: reason.trim() !== '', isPending, onClose },
  })
  return (
    <Modal
      open
      title={translate('title', { subject: words.subject(alarm), rule: words.ruleName(alarm) })}
      onCancel={close}
      footer={
        <>
          <Button onClick={close}>{shelve('cancel')}</Button>
          <Button
            type="primary"
            loading={isPending}
            {...away}
            onClick={() => (body.reason === '' ? setMissed(missed + 1) : mutate())}
          >
            {translate('send')}
          </Button>
        </>
      }
    >
      <p className="alarm-dialog-text">{translate('text')}</p>
      <ReasonField {...{ reason, missed }} onChange={setReason} />
    </Modal>
  )
}
