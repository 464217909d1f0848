import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import { listShifts } from '#features/shifts/contract/routes.ts'
import { LoadingPlace } from '#kit/web/screens/loading-place.tsx'
import { misreadFields, readAddress, type Search } from '#kit/web/address/address.ts'
import { readSensorNames } from '#kit/web/address/sensor-names.ts'
import { useMisreadAddress } from '#kit/web/address/use-misread-address.ts'
import { AntdProvider } from '#kit/web/antd/theme/antd-provider.tsx'
import { queryOf, replyData } from '#kit/web/calls/query-of.ts'
import { serverClock } from '#kit/web/clock/server-clock.ts'
import { FailureNotice } from '#kit/web/screens/failure-notice.tsx'
import { maximumReportSensors } from '../../contract/report/request.ts'
import { reportAddress } from '../address.ts'
import { useNamedSensors } from '../use-named-sensors.ts'
import { beginningDraft } from './report-draft.ts'
import { ReportEditor } from './report-editor.tsx'
import '../exports.css'
import './report.css'
import './report-print.css'

/** `/pdf`: a report of a shift, a day or any period, to print or to have as a PDF. */
export default function ReportScreen() {
  return (
    <AntdProvider>
      <Report />
    </AntdProvider>
  )
}

function Report() {
  const translate = useTranslations('exports.report')
  const search: Search = useSearch({ strict: false })
  useMisreadAddress(misreadFields(reportAddress, search))
  const { group, from, to } = readAddress(reportAddress, search)
  const sensors = useNamedSensors(readSensorNames(group ?? '').slice(0, maximumReportSensors))
  const shifts = useQuery({ ...queryOf(listShifts, {}), select: replyData, meta: { quiet: true } })
  const clock = shifts.data
  if (shifts.isError && !clock)
    return <FailureNotice error={shifts.error} onRetry={() => void shifts.refetch()} />
  if (!clock || sensors === undefined)
    return (
      <section className="panel report-wait" aria-label={translate('title')}>
        <LoadingPlace height="320px" />
      </section>
    )
  const named = from !== null && to !== null && from < to ? { from, to } : null
  return (
    <ReportEditor
      // Another link fills the form again.
      key={`${group} ${from} ${to}`}
      initial={beginningDraft(sensors, named, { clock, now: serverClock.now() })}
      clock={clock}
    />
  )
}
