import { useQuery } from '@tanstack/react-query'
import { Drawer } from 'antd'
import { Suspense, useState } from 'react'
import { useTranslations } from 'use-intl'
import { Skeleton } from '#kit/ui/skeleton.tsx'
import { procedureLinks } from '#kit/web/procedures.ts'
import { useConfirmedClose } from '#kit/web/antd/forms/antd-confirmed-close.ts'
import { FailureNotice } from '#kit/web/screens/failure-notice.tsx'
import { useUnsaved } from '#kit/web/screens/unsaved.ts'
import { SensorStates } from '../../words/sensor-states.tsx'
import { useAlarmWords } from '../../words/use-alarm-words.ts'
import { NotRenewed } from '../../source/not-renewed.tsx'
import { detailQuery } from '../../source/query-alarms.ts'
import type { Alarm } from '../../../contract/alarm.ts'
import { AlarmActions } from './alarm-actions.tsx'
import { AlarmEvents } from './alarm-events.tsx'
import { AlarmDetails } from './alarm-details.tsx'

/** What somebody is writing about an alarm. */
interface Note {
  readonly alarm: number
  readonly text: string
}

interface AlarmDrawerProps {
  /** Null: no alarm is open. */
  readonly id: number | null
  readonly onClose: () => void
}

/** One alarm whole: what it is, what can be done with it, and all that happened to it. */
export function AlarmDrawer({ id, onClose }: AlarmDrawerProps) {
  const translate = useTranslations('alarms.detail')
  const [note, setNote] = useState<Note | null>(null)
  const isDirty = note !== null && note.alarm === id && note.text.trim() !== ''
  useUnsaved('alarm-note', isDirty, () => null)
  const close = useConfirmedClose({ isDirty, discard: () => setNote(null), onClose })
  return (
    <Drawer
      open={id !== null}
      onClose={close}
      title={translate('title')}
      size={520}
      destroyOnHidden
    >
      {id !== null && (
        <Detail
          key={id}
          id={id}
          note={note?.alarm === id ? note.text : ''}
          onNote={(text) => setNote({ alarm: id, text })}
        />
      )}
    </Drawer>
  )
}

interface DetailProps {
  readonly id: number
  readonly note: string
  readonly onNote: (text: string) => void
}

function Detail({ id, note, onNote }: DetailProps) {
  const translate = useTranslations('alarms.detail')
  const words = useAlarmWords()
  const detail = useQuery(detailQuery(id))
  if (detail.data === undefined)
    return detail.isError ? (
      <FailureNotice
        error={detail.error}
        onRetry={() => void detail.refetch()}
        missing={{ title: translate('missing'), text: translate('missingText') }}
      />
    ) : (
      <Skeleton width="100%" height="240px" />
    )
  const { alarm, events } = detail.data.data
  const alarms = [alarm]
  return (
    <SensorStates alarms={alarms}>
      <NotRenewed query={detail} />
      <h2 className="alarm-detail-title">{words.ruleName(alarm)}</h2>
      <p className="alarm-detail-text">{words.text(alarm)}</p>
      <AlarmActions {...{ alarm, note, onNote }} />
      <AlarmProcedures alarm={alarm} />
      <AlarmDetails alarm={alarm} />
      <AlarmEvents alarm={alarm} events={events} />
    </SensorStates>
  )
}

/** What to do about it, where somebody has written that. */
function AlarmProcedures({ alarm: { sensor, origin } }: { readonly alarm: Alarm }) {
  const rule = Number(origin)
  const asked = {
    sensorIds: sensor ? [sensor.id] : [],
    ruleIds: Number.isInteger(rule) ? [rule] : [],
  }
  return procedureLinks().map((Procedures, index) => (
    // They stay as they are.
    // oxlint-disable-next-line react/no-array-index-key
    <Suspense key={index}>
      <Procedures {...asked} />
    </Suspense>
  ))
}
