import { useMemo } from 'react'
import { useTranslations } from 'use-intl'
import { FailureNotice } from '#kit/web/screens/failure-notice.tsx'
import type { ChosenSensor } from '../form/draft.ts'
import type { ReportPeriod } from './report-draft.ts'
import { SheetView } from './sheet-view.tsx'
import { useReportDocument } from './use-report-document.ts'

interface PreviewProps {
  readonly sensors: readonly ChosenSensor[]
  readonly period: ReportPeriod
  readonly timezone: string
  readonly notes: string
  readonly madeAt: number
}

/** The report as far as its figures have come. */
export function Preview({ period: { from, to, shift }, ...props }: PreviewProps) {
  const translate = useTranslations('exports.report')
  // The same object while it says the same: what is computed of it stays.
  const period = useMemo(() => ({ from, to, shift }), [from, to, shift])
  const { document, waiting, error, retry } = useReportDocument({ ...props, period })
  return (
    <>
      {error !== null && <FailureNotice error={error} onRetry={retry} />}
      <p className="report-waiting" role="status">
        {waiting > 0 ? translate('waiting', { count: waiting }) : ''}
      </p>
      <SheetView document={document} />
    </>
  )
}
