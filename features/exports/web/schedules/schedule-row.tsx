import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { isolated } from '#kit/web/formats/isolated.ts'
import { useFormat } from '#kit/web/formats/use-format.ts'
import { useNow } from '#kit/web/formats/use-now.ts'
import type { ExportSchedule } from '../../contract/schedule/schedule.ts'
import { useNamedSensors } from '../use-named-sensors.ts'
import { RemoveSchedule } from './remove-schedule.tsx'
import { RunText } from './run-text.tsx'
import { draftOf, type OpenForm } from './schedule-draft.ts'
import { useScheduleAction, type ScheduleAction } from './use-schedules.ts'
import { useWeekday } from './use-weekday.ts'

interface ScheduleRowProps {
  readonly schedule: ExportSchedule
  readonly hasMail: boolean
  readonly onEdit: (form: OpenForm) => void
}

/** A schedule: when it sends what to whom, how it went last, and what can be done with it. */
export function ScheduleRow({ schedule, hasMail, onEdit }: ScheduleRowProps) {
  const { id, name, version, isPaused, lastRun } = schedule
  const translate = useTranslations('exports.schedules')
  const { mutate, isPending } = useScheduleAction(id)
  const [isRemoving, setRemoving] = useState(false)
  const sensors = useNamedSensors(schedule.sensors)
  const action = (label: string, isDisabled: boolean, onClick: () => void) => (
    <button type="button" className="button small" disabled={isDisabled} onClick={onClick}>
      {label}
      <span className="visually-hidden">{name}</span>
    </button>
  )
  const act = (which: ScheduleAction, isDisabled = false) =>
    action(translate(which), isPending || isDisabled, () => mutate(which))
  return (
    <li className="export-job" aria-label={name}>
      <div className="export-job-what">
        <b className="clip" title={name}>
          {name}
        </b>
        <small>{useRecurrenceText(schedule)}</small>
        <small>{useContentText(schedule)}</small>
      </div>
      <RunText run={lastRun} timezone={schedule.timezone} />
      <div className="export-job-actions">
        {act('send', !hasMail || lastRun?.state === 'making')}
        {act(isPaused ? 'resume' : 'pause')}
        {action(translate('edit'), sensors === undefined, () =>
          onEdit({ base: { id, version }, draft: draftOf(schedule, sensors ?? []) }),
        )}
        {action(translate('remove'), false, () => setRemoving(true))}
      </div>
      {isRemoving && <RemoveSchedule id={id} name={name} onClose={() => setRemoving(false)} />}
    </li>
  )
}

/** When it is due, and when that is next. */
function useRecurrenceText({ recurrence, timezone, isPaused, nextAt }: ExportSchedule): string {
  const translate = useTranslations('exports.schedules')
  const { moment } = useFormat()
  const weekday = useWeekday()
  const now = useNow(30_000)
  const when =
    recurrence.kind === 'shift'
      ? translate('whenShift')
      : recurrence.kind === 'daily'
        ? translate('whenDaily', { time: recurrence.at, zone: timezone })
        : translate('whenWeekly', {
            ...{ weekday: weekday(recurrence.weekday), time: recurrence.at, zone: timezone },
          })
  if (isPaused) return `${when} · ${translate('paused')}`
  if (nextAt === null) return `${when} · ${translate('noShifts')}`
  return `${when} · ${translate('next', { time: moment(nextAt, now) })}`
}

/** What it sends, and to whom. */
function useContentText({ format, mode, step, sensors, recipients }: ExportSchedule): string {
  const translate = useTranslations('exports.schedules')
  const ofForm = useTranslations('exports.form')
  const [first = ''] = recipients
  return [
    ofForm(`formats.${format}`),
    ...(format === 'pdf' || format === 'handover'
      ? []
      : [ofForm(`modes.${mode}`), ofForm(`steps.${step}`)]),
    ...(format === 'handover' ? [] : [translate('sensors', { count: sensors.length })]),
    recipients.length === 1
      ? translate('to', { first: isolated(first) })
      : translate('toMore', { first: isolated(first), count: recipients.length - 1 }),
  ].join(' · ')
}
