import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { Icon } from '#kit/ui/icon.tsx'
import { Notice } from '#kit/ui/notice.tsx'
import { useNavigateHere } from '#kit/web/screens/navigate-here.ts'
import { serverClock } from '#kit/web/clock/server-clock.ts'
import {
  changedDraft,
  periodOf,
  type DraftChange,
  type ReportDraft,
  type ReportPeriod,
  type SiteClock,
} from './report-draft.ts'
import { Preview } from './preview.tsx'
import { ReportForm } from './report-form.tsx'
import { madeAtAfter } from './report-queries.ts'
import { useCreateReport } from './use-create-report.ts'

interface ReportEditorProps {
  readonly initial: ReportDraft
  readonly clock: SiteClock
}

/** What the report is about, and beside it the report as it will be. */
export function ReportEditor({ initial, clock }: ReportEditorProps) {
  const translate = useTranslations('exports.report')
  const [draft, setDraft] = useState(initial)
  const [madeAt, setMadeAt] = useState(() => serverClock.now())
  const navigate = useNavigateHere()
  const { create, isPending, problems, clear } = useCreateReport(
    () => void navigate({ to: '/pdf/download' }),
  )
  const period = periodOf(draft, clock)
  const isReady = period !== null && draft.sensors.length > 0
  const change = (part: DraftChange) => {
    clear()
    // What is written into the notes makes no other figures.
    if (!('notes' in part)) setMadeAt((before) => madeAtAfter(before, serverClock.now()))
    setDraft((before) => changedDraft(before, part))
  }
  return (
    <div className="report">
      <section className="panel report-ask" aria-labelledby="report-ask">
        <header className="panel-head">
          <h2 id="report-ask">{translate('title')}</h2>
        </header>
        <ReportForm {...{ draft, clock, problems }} onChange={change} />
        <div className="report-do">
          <button
            type="button"
            className="button primary"
            disabled={!isReady || isPending}
            onClick={() => period && create({ draft, period, timezone: clock.timezone })}
          >
            <Icon name="download" />
            {translate('make')}
          </button>
          <button
            type="button"
            className="button"
            disabled={!isReady}
            onClick={() => window.print()}
          >
            <Icon name="document" />
            {translate('print')}
          </button>
        </div>
      </section>
      {/* It scrolls by keys too. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <div className="report-preview" role="group" aria-label={translate('preview')} tabIndex={0}>
        {isReady ? (
          <Preview
            sensors={draft.sensors}
            period={period satisfies ReportPeriod}
            {...{ madeAt, timezone: clock.timezone, notes: draft.notes }}
          />
        ) : (
          <Notice icon="document" title={translate(period ? 'none' : 'noPeriod')}>
            <p>{translate('noneText')}</p>
          </Notice>
        )}
      </div>
    </div>
  )
}
