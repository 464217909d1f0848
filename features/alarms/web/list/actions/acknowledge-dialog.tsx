import { Button, Input, Modal } from 'antd'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useFormat } from '#kit/web/formats/use-format.ts'
import { useAlarmAction } from './use-alarm-action.ts'

const maximumComment = 1_000

interface AcknowledgeDialogProps {
  readonly ids: readonly number[]
  readonly onClose: () => void
  readonly onDone: () => void
}

/** Several alarms at once, or one with a comment: how many they are is read before. */
export function AcknowledgeDialog({ ids, onClose, onDone }: AcknowledgeDialogProps) {
  const translate = useTranslations('alarms.acknowledge')
  const { number } = useFormat()
  const [comment, setComment] = useState('')
  const { perform, isPending } = useAlarmAction()
  const send = () =>
    perform({ kind: 'acknowledge', comment: comment.trim() }, ids, () => {
      onDone()
      onClose()
    })
  const counted = { count: ids.length, figure: number(ids.length) }
  return (
    <Modal
      open
      title={translate('title', counted)}
      onCancel={onClose}
      footer={
        <>
          <Button onClick={onClose}>{translate('cancel')}</Button>
          <Button type="primary" loading={isPending} onClick={send}>
            {translate('send', counted)}
          </Button>
        </>
      }
    >
      <label className="alarm-field">
        {translate('comment')}
        <Input.TextArea
          value={comment}
          rows={2}
          maxLength={maximumComment}
          onChange={({ target }) => setComment(target.value)}
        />
      </label>
    </Modal>
  )
}
