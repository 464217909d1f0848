import { useQuery } from '@tanstack/react-query'
import { useSameList } from '#kit/web/browser/use-same-list.ts'
import { behindSince, heldOutcome } from './held-reply.ts'
import { reportQuery, type ReportWanted } from './query-report.ts'
import { useLastReplies } from './use-last-replies.ts'

/** A report of one sensor, as it is drawn. */
export function useReport(wanted: ReportWanted) {
  const { data, error, isFetching, refetch } = useQuery(reportQuery(wanted))
  const [before] = useLastReplies(useSameList([data]))
  const outcome = heldOutcome({ data, error }, before, wanted)
  return { ...outcome, behindSince: behindSince(outcome.data, wanted.to), isFetching, refetch }
}
