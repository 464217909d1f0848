import { queryOptions } from '@tanstack/react-query'
import type { RouteCall, RouteReply } from '#kit/model/calls/route.ts'
import { call } from '#kit/web/calls/call.ts'
import { inTime, isLateAnswer } from '#kit/web/calls/in-time.ts'
import { mayRetry } from '#kit/web/calls/query.ts'
import { queryOf, routeKey, type RouteWithReply } from '#kit/web/calls/query-of.ts'
import type { Alarm } from '../../contract/alarm.ts'
import { activeAlarms, allActiveAlarms, alarmDetail, shelvedAlarms } from '../../contract/routes.ts'

/** Fetched again when the server says that alarms changed; whoever shows them shows failures. */
const changesByMessage = { staleTime: Infinity, meta: { quiet: true } } as const

/**
 * What was asked over a connection that is gone may never be answered, and nothing fails. Changes
 * wait for that answer, and what is shown is of before.
 */
const answerMs = 15_000
/** Then nothing is known, until what fails is asked for again by itself. */
const retry = (failures: number, error: Error) =>
  failures < 2 && mayRetry(error) && !isLateAnswer(error)

/**
 * As `queryOf`; an answer that has not come after 15 s is not there. What is shown then is asked
 * for again by itself.
 */
export function queryInTime<const Route extends RouteWithReply>(
  route: Route,
  input: RouteCall<Route>,
) {
  return queryOptions({
    ...queryOf(route, input),
    queryFn: ({ signal }) =>
      inTime(answerMs, signal, (each) => call(route, input, { signal: each })),
    retry,
  })
}

/** Alarms that somebody has to see, of all devices that are open to the person. */
export const activeQuery = queryOptions({
  ...queryInTime(activeAlarms, {}),
  ...changesByMessage,
  // They sound and are drawn on every screen, also on one that nobody attends to.
  meta: { ...changesByMessage.meta, unattended: true },
})

/** All of them, page by page: for the list alone, where there are more than one answer has. */
export const allActiveQuery = queryOptions({
  queryKey: [...routeKey(allActiveAlarms), 'pages'],
  queryFn: readAllActive,
  ...changesByMessage,
  retry,
})

async function readAllActive({ signal }: { readonly signal: AbortSignal }): Promise<Alarm[]> {
  const found = new Map<number, Alarm>()
  for (let after: number | null = 0; after !== null;) {
    const { data }: RouteReply<typeof allActiveAlarms> = await readPage(after, signal)
    for (const alarm of data.alarms) found.set(alarm.id, alarm)
    after = data.next
  }
  return [...found.values()]
}

const readPage = (after: number, signal: AbortSignal) =>
  inTime(answerMs, signal, (each) => call(allActiveAlarms, { query: { after } }, { signal: each }))

/** What shows no alarms for a while. */
export const shelvedQuery = queryOptions({
  ...queryInTime(shelvedAlarms, {}),
  ...changesByMessage,
  staleTime: 0,
})

/** One alarm with all that happened to it. */
export const detailQuery = (id: number) =>
  queryOptions({
    ...queryInTime(alarmDetail, { params: { id } }),
    ...changesByMessage,
    staleTime: 0,
    retry: false,
  })
