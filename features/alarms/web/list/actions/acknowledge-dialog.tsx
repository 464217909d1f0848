import { Button, Input, Modal } from 'antd'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useDialogEntries } from '#kit/web/antd/forms/antd-confirmed-close.ts'
import { useFormat } from '#kit/web/formats/use-format.ts'
import { leftAfter } from './alarm-action.ts'
import { useAlarmAction } from './use-alarm-action.ts'
import { useAway } from './use-away.ts'

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
  const [left, setLeft] = useState(ids)
  const { perform, isPending } = useAlarmAction()
  const { close, leave } = useDialogEntries({
    ...{ form: 'alarm-acknowledge', isDirty: comment.trim() !== '', isPending, onClose },
  })
  const away = useAway()
  const send = () =>
    perform(
      { kind: 'acknowledge', comment: comment.trim() },
      left,
      () => leave(onDone),
      (outcome) => setLeft(leftAfter(outcome, left)),
    )
  const counted = { count: left.length, figure: number(left.length) }
  return (
    <Modal
      open
      title={translate('title', counted)}
      onCancel={close}
      footer={
        <>
          <Button onClick={close}>{translate('cancel')}</Button>
          <Button type="primary" loading={isPending} {...away} onClick={send}>
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
