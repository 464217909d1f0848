import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { queryOf } from '#kit/web/calls/query-of.ts'
import { analyseAlarms } from '../../contract/analysis/routes.ts'
import { periodOf } from '../list/history/query-history.ts'
import type { AnalysisAddress } from './analysis-address.ts'

/** What is asked for: the instants of the period, and of whose alarms. */
export function askedOf(address: AnalysisAddress, zone: string, now: number) {
  const { operators, thing, sensor } = address
  return {
    ...periodOf(address, zone, now),
    operators,
    ...(thing === null ? {} : { thing, ...(sensor === null ? {} : { sensor }) }),
  }
}

/** The analysis of a period. */
export const analysisQuery = (asked: ReturnType<typeof askedOf>) =>
  queryOptions({
    ...queryOf(analyseAlarms, { query: asked }),
    placeholderData: keepPreviousData,
    staleTime: 30_000,
    meta: { quiet: true },
  })
