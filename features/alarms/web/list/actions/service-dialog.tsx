import { useQueryClient } from '@tanstack/react-query'
import { Button, Input, Modal } from 'antd'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { call } from '#kit/web/calls/call.ts'
import { useMutation } from '#kit/web/calls/use-mutation.ts'
import { toast } from '#kit/web/toast.ts'
import type { Alarm } from '../../../contract/alarm.ts'
import { takeOutOfService } from '../../../contract/routes.ts'
import { useAlarmWords } from '../../words/use-alarm-words.ts'
import { refetchAlarms } from './use-alarm-action.ts'

const maximumReason = 1_000

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
  const [reason, setReason] = useState('')
  const [isMissing, setMissing] = useState(false)
  const { device, sensor, origin } = alarm
  const body = { origin, thing: device.lesiId, sensor: sensor?.key ?? null, reason: reason.trim() }
  const { mutate, isPending } = useMutation({
    mutationFn: () => call(takeOutOfService, { body }),
    onSuccess: () => {
      toast('success', translate('done'))
      onClose()
    },
    onSettled: () => refetchAlarms(client),
  })
  const isRefused = isMissing && body.reason === ''
  return (
    <Modal
      open
      title={translate('title', { subject: words.subject(alarm), rule: words.ruleName(alarm) })}
      onCancel={onClose}
      footer={
        <>
          <Button onClick={onClose}>{shelve('cancel')}</Button>
          <Button
            type="primary"
            loading={isPending}
            onClick={() => (body.reason === '' ? setMissing(true) : mutate())}
          >
            {translate('send')}
          </Button>
        </>
      }
    >
      <p className="alarm-dialog-text">{translate('text')}</p>
      <label className="alarm-field">
        {shelve('reason')}
        <Input.TextArea
          value={reason}
          rows={2}
          maxLength={maximumReason}
          status={isRefused ? 'error' : ''}
          aria-invalid={isRefused}
          onChange={({ target }) => setReason(target.value)}
        />
      </label>
      {isRefused && (
        <p className="alarm-field-error" role="alert">
          {shelve('reasonMissing')}
        </p>
      )}
    </Modal>
  )
}
