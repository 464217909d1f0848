import { useQueries, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useLocale } from 'use-intl'
import { currentUser, siteInfo } from '#features/accounts/contract/sign-in.ts'
import { fetchedOnce, queryOf, replyData } from '#kit/web/calls/query-of.ts'
import { composeReport } from '../../contract/report/compose.ts'
import type { ReportDocument } from '../../contract/report/document.ts'
import { reportFormat } from '../../contract/report/format.ts'
import { sectionOf } from '../../contract/report/section.ts'
import { reportWords } from '../../contract/report/words.ts'
import type { ChosenSensor } from '../form/draft.ts'
import type { ReportPeriod } from './report-draft.ts'
import { outagesQuery, sectionQuery } from './report-queries.ts'

interface ReportInput {
  readonly sensors: readonly ChosenSensor[]
  readonly period: ReportPeriod
  readonly timezone: string
  readonly notes: string
  /** ms UTC; what has not happened until then is in no figure. */
  readonly madeAt: number
}

interface ReportProgress {
  /** What has come so far. */
  readonly document: ReportDocument
  /** Sensors that are still to come. */
  readonly waiting: number
  /** Why some did not come; null: none. */
  readonly error: unknown
  readonly retry: () => void
}

/** The report as its PDF will be, from the answers that the history screen gets. */
export function useReportDocument(wanted: ReportInput): ReportProgress {
  const { sensors, period, timezone, notes, madeAt } = wanted
  const language = useLocale()
  const site = useQuery({ ...queryOf(siteInfo, {}), ...fetchedOnce }).data?.data.name ?? ''
  const user = useQuery({ ...queryOf(currentUser, {}), ...fetchedOnce, select: replyData }).data
  const reports = useReports(sensors, period, madeAt)
  const devices = useDevices(sensors, period, madeAt)
  const document = useMemo(() => {
    const words = reportWords(language)
    const format = reportFormat(language, timezone, words)
    const range = { from: period.from, to: period.to }
    const context = { words, format, range, until: madeAt }
    const names = new Map((devices.data ?? []).map(({ thing, name }) => [thing, name]))
    const sections = reports.received.map((reported) => {
      const { lesiId } = reported.report.sensor
      return sectionOf(reported, names.get(lesiId) ?? lesiId, context)
    })
    const head = { site, timezone, madeAt, notes, madeBy: user?.name ?? '', ...period }
    return composeReport({ head, sections, devices: devices.data ?? [], words, format })
  }, [language, timezone, period, madeAt, notes, reports.received, devices.data, site, user])
  return {
    document,
    waiting: sensors.length - reports.received.length - reports.failed,
    error: reports.error ?? devices.error,
    retry: () => {
      reports.retry()
      if (devices.isError) void devices.refetch()
    },
  }
}

/** What the history screen says of each sensor, as it comes. */
function useReports(sensors: readonly ChosenSensor[], period: ReportPeriod, madeAt: number) {
  return useQueries({
    queries: sensors.map((sensor) => sectionQuery(sensor, period, madeAt)),
    combine: (results) => ({
      received: results.flatMap(({ data }) => data ?? []),
      failed: results.filter(({ isError }) => isError).length,
      error: results.find(({ isError }) => isError)?.error ?? null,
      retry: () => {
        for (const { isError, refetch } of results) if (isError) void refetch()
      },
    }),
  })
}

function useDevices(sensors: readonly ChosenSensor[], period: ReportPeriod, madeAt: number) {
  const things = [...new Set(sensors.map(({ thing }) => thing))]
  return useQuery({
    ...outagesQuery(things, period, madeAt),
    select: replyData,
    enabled: things.length > 0,
  })
}
