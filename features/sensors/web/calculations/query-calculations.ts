import { queryOptions } from '@tanstack/react-query'
import type { CalculatedSensor } from '#features/calculations/contract/calculation.ts'
import { listCalculations, tryCalculation } from '#features/calculations/contract/routes.ts'
import { call } from '#kit/web/calls/call.ts'
import { queryOf, replyData, routeKey } from '#kit/web/calls/query-of.ts'
import { inputsOf, repeatedName, type CalculationEntries } from './entries.ts'

/** How often what calculations give is asked for again while somebody looks. */
const refreshMs = 2_000
const listed = 500
/** Calculations that come together when all of them are asked for. */
const perPage = 1_000

/** All calculated sensors that the person may configure, page by page. */
export async function fetchCalculations(): Promise<readonly CalculatedSensor[]> {
  const found: CalculatedSensor[] = []
  for (let page = 1; ; page++) {
    const { data, meta } = await call(listCalculations, { query: { page, limit: perPage } })
    found.push(...data)
    if (data.length === 0 || page * perPage >= meta.total) return found
  }
}

/** The calculated sensors that the person may configure; the drawer shows failures. */
export const calculationsQuery = queryOptions({
  ...queryOf(listCalculations, { query: { page: 1, limit: listed } }),
  refetchInterval: refreshMs,
  meta: { quiet: true },
})

type PreviewedCalculation = Pick<CalculationEntries, 'thing' | 'expression' | 'inputs'>

/** What an expression gives now. */
export const previewQuery = ({ thing, expression, inputs }: PreviewedCalculation) =>
  queryOptions({
    queryKey: [...routeKey(tryCalculation), thing, expression, inputs] as const,
    queryFn: () =>
      call(tryCalculation, {
        body: { thing: thing ?? '', expression, inputs: inputsOf(inputs) },
      }).then(replyData),
    enabled: thing !== null && expression.trim() !== '' && repeatedName(inputs) === undefined,
    refetchInterval: ({ state }) => (state.error ? false : refreshMs),
    retry: false,
    gcTime: 0,
    meta: { quiet: true },
  })
