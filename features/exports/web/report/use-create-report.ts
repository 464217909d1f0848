import { useLocale } from 'use-intl'
import { call } from '#kit/web/calls/call.ts'
import type { ReportRequest } from '../../contract/report/request.ts'
import { createReport } from '../../contract/routes.ts'
import { useBeginExport } from '../form/use-begin-export.ts'
import type { ReportDraft, ReportPeriod } from './report-draft.ts'

interface NewReport {
  readonly draft: ReportDraft
  readonly period: ReportPeriod
  readonly timezone: string
}

const send = (body: ReportRequest) => call(createReport, { body })

/** Begins to make a PDF. */
export function useCreateReport(onBegun: () => void) {
  const language = useLocale()
  const { begin, ...state } = useBeginExport(send, onBegun)
  return {
    ...state,
    create: ({ draft, period: { from, to, shift }, timezone }: NewReport) =>
      begin(
        {
          ...{ kind: 'report', from, to, timezone, language },
          ...{ notes: draft.notes, paper: draft.paper },
          ...(shift === null ? {} : { shift }),
          sensors: draft.sensors.map(({ thing, sensor }) => ({ thing, sensor })),
        },
        draft.sensors,
      ),
  }
}
