import { Button, Modal, Radio } from 'antd'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useDialogEntries } from '#kit/web/antd/antd-confirmed-close.ts'
import { useFormat } from '#kit/web/formats/use-format.ts'
import type { ShelfTime } from './alarm-action.ts'
import { ReasonField } from './reason-field.tsx'
import { useAlarmAction } from './use-alarm-action.ts'
import { useAway } from './use-away.ts'
import { useShiftEnd } from './use-shift-end.ts'

const times: readonly ShelfTime[] = [5, 15, 60, 'shift', 'passed']
interface ShelveDialogProps {
  readonly ids: readonly number[]
  readonly onClose: () => void
  readonly onDone: () => void
}

/** For how long nothing is shown of the sources of these alarms, and why. */
export function ShelveDialog({ ids, onClose, onDone }: ShelveDialogProps) {
  const translate = useTranslations('alarms.shelve')
  const { number } = useFormat()
  const options = useTimeOptions()
  const [time, setTime] = useState<ShelfTime>(15)
  const [reason, setReason] = useState('')
  const [missed, setMissed] = useState(0)
  const { perform, isPending } = useAlarmAction()
  const { close, leave } = useDialogEntries({
    ...{ form: 'alarm-shelve', isDirty: reason.trim() !== '', isPending, onClose },
  })
  const away = useAway()
  const send = () => {
    if (reason.trim() === '') return setMissed(missed + 1)
    return perform({ kind: 'shelve', time, reason: reason.trim() }, ids, () => leave(onDone))
  }
  return (
    <Modal
      open
      title={translate('title', { count: ids.length, figure: number(ids.length) })}
      onCancel={close}
      footer={
        <>
          <Button onClick={close}>{translate('cancel')}</Button>
          <Button type="primary" loading={isPending} {...away} onClick={send}>
            {translate('send')}
          </Button>
        </>
      }
    >
      <p className="alarm-dialog-text">{translate('text')}</p>
      <Radio.Group
        className="alarm-times"
        aria-label={translate('time')}
        value={time}
        onChange={({ target }) => setTime(times.find((each) => each === target.value) ?? 15)}
        options={options}
      />
      <ReasonField {...{ reason, missed }} onChange={setReason} />
    </Modal>
  )
}

/** The shift is offered where the site has shifts. */
function useTimeOptions(): { value: ShelfTime; label: string }[] {
  const translate = useTranslations('alarms.shelve')
  const { clock } = useFormat()
  const end = useShiftEnd()
  const labelOf = (time: ShelfTime): string | null => {
    if (time === 'passed') return translate('passed')
    if (time !== 'shift') return translate('minutes', { count: time })
    return end === null ? null : translate('shift', { time: clock(end).slice(0, 5) })
  }
  return times.flatMap((value) => {
    const label = labelOf(value)
    return label === null ? [] : [{ value, label }]
  })
}
