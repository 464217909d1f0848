import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { Icon } from '#kit/ui/icon.tsx'
import { useFormat } from '#kit/web/formats/use-format.ts'
import type { Alarm } from '../../../contract/alarm.ts'
import { isOpen, mayReset } from '../../words/alarm-state.ts'
import { AcknowledgeDialog } from '../actions/acknowledge-dialog.tsx'
import { ShelveDialog } from '../actions/shelve-dialog.tsx'
import { useAlarmAction } from '../actions/use-alarm-action.ts'
import { useAway } from '../actions/use-away.ts'

interface SelectionBarProps {
  readonly chosen: readonly Alarm[]
  readonly me: number | undefined
  readonly onClear: () => void
}

/** A question and the alarms that it was asked of, whatever happens to them meanwhile. */
interface OpenDialog {
  readonly kind: 'acknowledge' | 'shelve'
  readonly ids: readonly number[]
}

/** What can be done with the chosen alarms. */
export function SelectionBar({ chosen, me, onClear }: SelectionBarProps) {
  const translate = useTranslations('alarms')
  const { number } = useFormat()
  const { perform, isPending } = useAlarmAction()
  const away = useAway(isPending)
  const [dialog, setDialog] = useState<OpenDialog | null>(null)
  const idsOf = (alarms: readonly Alarm[]) => alarms.map(({ id }) => id)
  const open = idsOf(chosen.filter(isOpen))
  const resettable = idsOf(chosen.filter(mayReset))
  const mine = idsOf(chosen.filter(({ assignee }) => assignee !== null && assignee.id === me))
  const others = idsOf(chosen.filter(({ assignee }) => assignee === null || assignee.id !== me))
  const closing = { onClose: () => setDialog(null), onDone: onClear }
  const counted = { count: chosen.length, figure: number(chosen.length) }
  return (
    <div className="alarm-selection" role="group" aria-label={translate('chosen', counted)}>
      <b>{translate('chosen', counted)}</b>
      <button
        type="button"
        className="button small primary"
        {...away}
        disabled={open.length === 0 || away.disabled}
        onClick={() => setDialog({ kind: 'acknowledge', ids: open })}
      >
        <Icon name="check" />
        {translate('acknowledgeOne')}
      </button>
      <button
        type="button"
        className="button small"
        {...away}
        onClick={() => setDialog({ kind: 'shelve', ids: idsOf(chosen) })}
      >
        {translate('shelveOne')}
      </button>
      {others.length > 0 && (
        <button
          type="button"
          className="button small"
          {...away}
          onClick={() => perform({ kind: 'take' }, others)}
        >
          {translate('take')}
        </button>
      )}
      {mine.length > 0 && (
        <button
          type="button"
          className="button small"
          {...away}
          onClick={() => perform({ kind: 'give_back' }, mine)}
        >
          {translate('giveBack')}
        </button>
      )}
      {resettable.length > 0 && (
        <button
          type="button"
          className="button small"
          {...away}
          onClick={() => perform({ kind: 'reset' }, resettable, onClear)}
        >
          {translate('resetOne')}
        </button>
      )}
      <button type="button" className="button small quiet" onClick={onClear}>
        {translate('clearChoice')}
      </button>
      {dialog?.kind === 'acknowledge' && <AcknowledgeDialog ids={dialog.ids} {...closing} />}
      {dialog?.kind === 'shelve' && <ShelveDialog ids={dialog.ids} {...closing} />}
    </div>
  )
}
