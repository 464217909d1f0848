import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { Icon } from '#kit/ui/icon.tsx'
import type { Alarm } from '../../../contract/alarm.ts'
import { isOpen, mayReset } from '../../words/alarm-state.ts'
import { AcknowledgeDialog } from '../actions/acknowledge-dialog.tsx'
import { ServiceDialog } from '../actions/service-dialog.tsx'
import { ShelveDialog } from '../actions/shelve-dialog.tsx'
import { useAlarmAction } from '../actions/use-alarm-action.ts'
import { useAway } from '../actions/use-away.ts'
import { roomAt } from '../alarm-places.ts'
import { useAbilities } from '../use-abilities.ts'
import { useChartOf } from '../use-chart-of.ts'
import { NoteForm } from './note-form.tsx'

interface AlarmActionsProps {
  readonly alarm: Alarm
  /** What is being written about it. */
  readonly note: string
  readonly onNote: (text: string) => void
}

/** What can be done with an alarm, and where it can be seen. */
export function AlarmActions({ alarm, note, onNote }: AlarmActionsProps) {
  const translate = useTranslations('alarms')
  const { mayOperate, mayService } = useAbilities()
  const [isServiced, setServiced] = useState(false)
  const chart = useChartOf(alarm)
  return (
    <>
      <div className="alarm-detail-actions">
        {mayOperate && alarm.phase !== 'ended' && <Acts alarm={alarm} />}
        {chart !== null && (
          <Link className="button" to="/warroomCharts" search={chart}>
            <Icon name="chart" />
            {translate('chart')}
          </Link>
        )}
        <Link className="button" to="/warroomDashboard" search={roomAt(alarm)}>
          <Icon name="history" />
          {translate('room')}
        </Link>
        {alarm.procedure !== '' && (
          <a
            className="button"
            href={alarm.procedure}
            {...(alarm.procedure.startsWith('/') ? {} : { target: '_blank', rel: 'noreferrer' })}
          >
            <Icon name="guide" />
            {translate('procedure')}
          </a>
        )}
        {mayService && alarm.phase !== 'ended' && alarm.hidden !== 'out_of_service' && (
          <button type="button" className="button" onClick={() => setServiced(true)}>
            {translate('service.take')}
          </button>
        )}
      </div>
      {isServiced && <ServiceDialog alarm={alarm} onClose={() => setServiced(false)} />}
      {/* An alarm that ends takes nothing away that somebody is writing. */}
      {mayOperate && (alarm.phase !== 'ended' || note !== '') && (
        <NoteForm id={alarm.id} text={note} onChange={onNote} />
      )}
    </>
  )
}

function Acts({ alarm }: { readonly alarm: Alarm }) {
  const translate = useTranslations('alarms')
  const { me } = useAbilities()
  const { perform, isPending } = useAlarmAction()
  const away = useAway(isPending)
  const [dialog, setDialog] = useState<'acknowledge' | 'shelve' | null>(null)
  const ids = [alarm.id]
  const isMine = alarm.assignee !== null && alarm.assignee.id === me
  const closing = { ids, onClose: () => setDialog(null), onDone: () => {} }
  return (
    <>
      {isOpen(alarm) && (
        <button
          type="button"
          className="button primary"
          {...away}
          onClick={() => setDialog('acknowledge')}
        >
          <Icon name="check" />
          {translate('acknowledgeOne')}
        </button>
      )}
      {mayReset(alarm) && (
        <button
          type="button"
          className="button primary"
          {...away}
          onClick={() => perform({ kind: 'reset' }, ids)}
        >
          {translate('resetOne')}
        </button>
      )}
      <button type="button" className="button" {...away} onClick={() => setDialog('shelve')}>
        {translate('shelveOne')}
      </button>
      <button
        type="button"
        className="button"
        {...away}
        onClick={() => perform({ kind: isMine ? 'give_back' : 'take' }, ids)}
      >
        {translate(isMine ? 'giveBack' : 'take')}
      </button>
      {dialog === 'acknowledge' && <AcknowledgeDialog {...closing} />}
      {dialog === 'shelve' && <ShelveDialog {...closing} />}
    </>
  )
}
