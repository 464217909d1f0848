import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { Icon } from '#kit/ui/icon.tsx'
import { Notice } from '#kit/ui/notice.tsx'
import { LoadingPlace } from '#kit/web/screens/loading-place.tsx'
import { FailureNotice } from '#kit/web/screens/failure-notice.tsx'
import { useInterrupted } from '#kit/web/screens/unsaved.ts'
import { maximumSchedules } from '../../contract/schedule/schedule.ts'
import { emptyDraft, scheduleForm, type OpenForm } from './schedule-draft.ts'
import { ScheduleDialog } from './schedule-dialog.tsx'
import { ScheduleRow } from './schedule-row.tsx'
import { UnreadableRow } from './unreadable-row.tsx'
import { useSchedules } from './use-schedules.ts'
import './schedules.css'

/** Exports that are made again and again, and sent by mail. */
export function SchedulesSection() {
  const translate = useTranslations('exports.schedules')
  const schedules = useSchedules()
  const interrupted = useInterrupted<OpenForm>(scheduleForm)
  const [form, setForm] = useState<OpenForm | null>(interrupted ?? null)
  const { data } = schedules
  const count = data ? data.schedules.length + data.unreadable.length : 0
  const isFull = count >= maximumSchedules
  return (
    <section className="panel export-list" aria-labelledby="export-schedules">
      <header className="panel-head">
        <h2 id="export-schedules">{translate('heading')}</h2>
        {data?.hasMail && (
          <button
            type="button"
            className="button small export-add"
            disabled={isFull}
            onClick={() => setForm({ base: null, draft: emptyDraft(data.siteZone) })}
          >
            <Icon name="plus" />
            {translate('add')}
          </button>
        )}
      </header>
      {data && !data.hasMail && (
        <p className="export-no-mail" role="status">
          {translate('noMail')}
        </p>
      )}
      {data === undefined ? <Waiting query={schedules} /> : <List data={data} onEdit={setForm} />}
      {data && form && (
        <ScheduleDialog
          form={form}
          siteZone={data.siteZone}
          hasShifts={data.hasShifts}
          onClose={() => setForm(null)}
        />
      )}
    </section>
  )
}

type Query = ReturnType<typeof useSchedules>

function Waiting({ query }: { readonly query: Query }) {
  return query.isError ? (
    <FailureNotice error={query.error} onRetry={() => void query.refetch()} />
  ) : (
    <div className="export-loading">
      <LoadingPlace height="64px" />
    </div>
  )
}

interface ListProps {
  readonly data: NonNullable<Query['data']>
  readonly onEdit: (form: OpenForm) => void
}

function List({ data, onEdit }: ListProps) {
  const translate = useTranslations('exports.schedules')
  if (data.schedules.length + data.unreadable.length === 0)
    return data.hasMail ? (
      <Notice icon="clock" title={translate('none')}>
        <p>{translate('noneText')}</p>
      </Notice>
    ) : null
  return (
    <ul className="export-jobs">
      {data.schedules.map((schedule) => (
        <ScheduleRow key={schedule.id} schedule={schedule} hasMail={data.hasMail} onEdit={onEdit} />
      ))}
      {data.unreadable.map((schedule) => (
        <UnreadableRow
          key={schedule.id}
          schedule={schedule}
          siteZone={data.siteZone}
          onEdit={onEdit}
        />
      ))}
    </ul>
  )
}
