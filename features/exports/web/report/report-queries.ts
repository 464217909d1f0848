import { queryOptions, type QueryKey } from '@tanstack/react-query'
import { listAnnotations } from '#features/annotations/contract/routes.ts'
import { reportBySensor } from '#features/history/contract/routes.ts'
import type { Range } from '#kit/model/time/period.ts'
import { call } from '#kit/web/calls/call.ts'
import { queryOf } from '#kit/web/calls/query-of.ts'
import type { ReportedSensor } from '../../contract/report/section.ts'
import { deviceActivity } from '../../contract/routes.ts'
import type { ChosenSensor } from '../form/draft.ts'

/** Columns of a line on paper. */
const width = 700

/** For so long what is filled in makes no other figures, ms. */
const freshMs = 60_000

/**
 * When a report is made whose form is changed at `now`, and which was made at `before` until then;
 * all ms UTC. Its figures are fetched anew for another time, so that is the same for a while.
 */
export const madeAtAfter = (before: number, now: number): number =>
  now - before < freshMs ? before : now

const fetchedForReport = {
  structuralSharing: false,
  refetchOnWindowFocus: false,
  staleTime: freshMs,
  meta: { quiet: true },
} as const

/** What a report made at `madeAt` (ms UTC) says of a sensor, and what was noted on it. */
export function sectionQuery(
  { thing, sensor }: Pick<ChosenSensor, 'thing' | 'sensor'>,
  { from, to }: Range,
  madeAt: number,
) {
  const input = { body: { thing, sensor, from, to, width, mode: 'auto' } } as const
  return queryOptions({
    ...fetchedForReport,
    queryKey: keyOfReport(queryOf(reportBySensor, input).queryKey, { to, madeAt }),
    queryFn: async ({ signal }): Promise<ReportedSensor> => {
      const { data: report } = await call(reportBySensor, input, { signal })
      const body = { sensors: [report.sensor.id], from, to: to - 1 }
      const { data: noted } = await call(listAnnotations, { body }, { signal })
      return { report, annotations: { list: noted.annotations, isCut: noted.isCut } }
    },
  })
}

/** When devices were active, as a report made at `madeAt` (ms UTC) says it. */
export function outagesQuery(things: readonly string[], { from, to }: Range, madeAt: number) {
  const query = queryOf(deviceActivity, { body: { things: [...things], from, to } })
  return queryOptions({
    ...fetchedForReport,
    queryKey: keyOfReport(query.queryKey, { to, madeAt }),
    queryFn: ({ signal }) =>
      call(deviceActivity, { body: { things: [...things], from, to } }, { signal }),
  })
}

/**
 * A chart keeps the same answer in another shape, so that the place of a report is its own. Of a
 * period that goes on an answer is known until it came: a report that is made later would take the
 * time since for silence.
 */
function keyOfReport(
  key: QueryKey,
  { to, madeAt }: { readonly to: number; readonly madeAt: number },
): QueryKey {
  return [...key, 'report', madeAt < to ? madeAt : null]
}
