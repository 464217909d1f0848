import { useQueryClient } from '@tanstack/react-query'
import { Button, Modal, Radio } from 'antd'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { listShifts } from '#features/shifts/contract/routes.ts'
import { useDialogEntries } from '#kit/web/antd/forms/antd-confirmed-close.ts'
import { invalidate } from '#kit/web/calls/query-of.ts'
import { useFormat } from '#kit/web/formats/use-format.ts'
import { leftAfter, refusesShiftEnd, type ActionOutcome, type ShelfTime } from './alarm-action.ts'
import { ReasonField } from './reason-field.tsx'
import { choiceOf, isOffered, shelfTimes, type ShelfChoice } from './shelf-times.ts'
import { useAlarmAction } from './use-alarm-action.ts'
import { useAway } from './use-away.ts'
import { useShiftEnd } from './use-shift-end.ts'

interface ShelveDialogProps {
  readonly ids: readonly number[]
  readonly onClose: () => void
  readonly onDone: () => void
}

/** For how long nothing is shown of the sources of these alarms, and why. */
export function ShelveDialog({ ids, onClose, onDone }: ShelveDialogProps) {
  const translate = useTranslations('alarms.shelve')
  const { number } = useFormat()
  const client = useQueryClient()
  const end = useShiftEnd()
  const options = useTimeOptions(end)
  const [time, setTime] = useState<ShelfTime | null>(15)
  const chosen = isOffered(time, end) ? time : null
  const [reason, setReason] = useState('')
  const [missed, setMissed] = useState(0)
  // What is shelved already is not shelved again for another time.
  const [left, setLeft] = useState(ids)
  const { perform, isPending } = useAlarmAction()
  const { close, leave } = useDialogEntries({
    ...{ form: 'alarm-shelve', isDirty: reason.trim() !== '', isPending, onClose },
  })
  const away = useAway()
  const send = () => {
    if (reason.trim() === '') return setMissed(missed + 1)
    if (chosen === null) return undefined
    const keepLeft = (outcome: ActionOutcome) => setLeft(leftAfter(outcome, left))
    const onAnswered = (outcome: ActionOutcome) => {
      if (!refusesShiftEnd(outcome)) return leave(onDone)
      keepLeft(outcome)
      setTime(null)
      return void invalidate(client, listShifts)
    }
    const action = { kind: 'shelve', time: chosen, reason: reason.trim() } as const
    return perform(action, left, onAnswered, keepLeft)
  }
  return (
    <Modal
      open
      title={translate('title', { count: left.length, figure: number(left.length) })}
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
        value={chosen === null ? null : choiceOf(chosen)}
        onChange={({ target }) => {
          const isChosen = (each: ShelfTime) => choiceOf(each) === target.value
          setTime(shelfTimes(end).find(isChosen) ?? null)
        }}
        options={options}
      />
      {chosen === null && (
        <p className="alarm-field-error" role="alert">
          {translate('shiftOver')}
        </p>
      )}
      <ReasonField {...{ reason, missed }} onChange={setReason} />
    </Modal>
  )
}

/** The shift is offered where the site has shifts. */
function useTimeOptions(end: number | null): { value: ShelfChoice; label: string }[] {
  const translate = useTranslations('alarms.shelve')
  const { clock } = useFormat()
  const labelOf = (time: ShelfTime): string => {
    if (time === 'passed') return translate('passed')
    if (typeof time === 'number') return translate('minutes', { count: time })
    return translate('shift', { time: clock(time.shiftEnd).slice(0, 5) })
  }
  return shelfTimes(end).map((time) => ({ value: choiceOf(time), label: labelOf(time) }))
}
