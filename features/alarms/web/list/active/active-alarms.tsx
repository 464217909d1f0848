import { useEffect, useMemo } from 'react'
import { useTranslations } from 'use-intl'
import type { ChangeAddress } from '#kit/web/address/use-list-address.ts'
import { useFormat } from '#kit/web/formats/use-format.ts'
import type { Alarm } from '../../../contract/alarm.ts'
import { SensorStates } from '../../words/sensor-states.tsx'
import { useAlarmWords, type AlarmWords } from '../../words/use-alarm-words.ts'
import { useAlarmAction } from '../actions/use-alarm-action.ts'
import type { ListAddress, listAddress } from '../list-address.ts'
import { useAbilities } from '../use-abilities.ts'
import { AcknowledgeAll } from './acknowledge-all.tsx'
import { ActiveFilters } from './active-filters.tsx'
import { AlarmRows } from './alarm-rows.tsx'
import { arrange, linesOf, presentOf } from './arrange.ts'
import { NoActive } from './no-active.tsx'
import type { RowActions } from './row-actions.ts'
import { SelectionBar } from './selection-bar.tsx'
import { useAnnouncement } from './use-announcement.ts'
import { useChosen } from './use-chosen.ts'
import { useHeldList } from './use-held-list.ts'

interface ActiveAlarmsProps {
  readonly alarms: readonly Alarm[]
  /** Of all that are open to the person. */
  readonly total: number
  /** Whether all are there; else the most important ones. */
  readonly isWhole: boolean
  readonly address: ListAddress
  readonly onChange: ChangeAddress<typeof listAddress>
}

/** The active alarms with their filters, and what can be done with them. */
export function ActiveAlarms(props: ActiveAlarmsProps) {
  const { alarms, total, isWhole, address, onChange } = props
  const translate = useTranslations('alarms')
  const { number } = useFormat()
  const words = useAlarmWords()
  const { me, mayOperate } = useAbilities()
  const arranged = useArranged(alarms, address, words, me)
  const { search, priority, state, device, order } = address
  const key = JSON.stringify([search, priority, state, device, order])
  const held = useHeldList(arranged, alarms, key)
  const lines = useMemo(() => linesOf(held.rows, address.group), [held.rows, address.group])
  const present = useMemo(() => presentOf(held.rows), [held.rows])
  const selection = useChosen(present)
  const { hold } = held
  const hasChosen = selection.alarms.length > 0
  useEffect(() => hold('chosen', hasChosen), [hold, hasChosen])
  const actions = useRowActions(mayOperate, selection.choose, onChange)
  const announcement = useAnnouncement(alarms, isWhole, words)
  return (
    <SensorStates alarms={alarms}>
      <div className="alarm-tools">
        <ActiveFilters {...{ address, alarms, onChange }} />
        {mayOperate && <AcknowledgeAll alarms={present} />}
      </div>
      {hasChosen && <SelectionBar chosen={selection.alarms} me={me} onClear={selection.clear} />}
      {held.added > 0 && (
        <button type="button" className="alarm-added" onClick={held.renew}>
          {translate('showNew', { count: held.added, figure: number(held.added) })}
        </button>
      )}
      <p className="visually-hidden" role="status">
        {announcement}
      </p>
      {lines.length === 0 ? (
        <NoActive isFiltered={alarms.length > 0} onChange={onChange} />
      ) : (
        <AlarmRows
          {...{ lines, words, actions, order, hold }}
          chosen={selection.chosen}
          onOrder={(next) => onChange({ order: next })}
          isAllChosen={selection.isAll}
          onChooseAll={selection.chooseAll}
        />
      )}
      {!isWhole && (
        <p className="panel-foot">
          {translate('moreThanShown', { figure: number(alarms.length), total: number(total) })}
        </p>
      )}
    </SensorStates>
  )
}

function useArranged(
  alarms: readonly Alarm[],
  { search, priority, state, device, order }: ListAddress,
  words: AlarmWords,
  me: number | undefined,
): readonly Alarm[] {
  return useMemo(
    () =>
      arrange(alarms, { search, priority, state, device, order }, { me, textOf: words.searched }),
    [alarms, search, priority, state, device, order, me, words],
  )
}

function useRowActions(
  mayOperate: boolean,
  choose: (id: number) => void,
  onChange: ActiveAlarmsProps['onChange'],
): RowActions {
  const { perform } = useAlarmAction()
  return useMemo(
    () => ({
      mayOperate,
      choose,
      open: (alarm) => onChange({ alarm }),
      acknowledge: (id) => perform({ kind: 'acknowledge', comment: '' }, [id]),
      reset: (id) => perform({ kind: 'reset' }, [id]),
    }),
    [mayOperate, choose, onChange, perform],
  )
}
