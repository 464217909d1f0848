import { useQuery } from '@tanstack/react-query'
import { usePastMoment } from '#kit/web/past/past-room.tsx'
import { useMomentValue } from '#kit/web/past/shown-past.ts'
import type { Board } from '../../contract/board.ts'
import { versionOfPageQuery, versionsQuery } from './query-pages.ts'
import { versionAt } from '../../contract/version-at.ts'

/**
 * A page as it was saved at the moment of the past that is shown, also while it is played: of a
 * moment before its oldest stored version that one, and in the present the page itself. Undefined
 * until the first is here; that of another moment replaces it when it is. With it comes the query
 * by which it is asked for; null in the present.
 */
export function usePageThen(board: Board | undefined) {
  const [at] = usePastMoment()
  const isPast = at !== null && board !== undefined
  const versions = useQuery({ ...versionsQuery(board?.id ?? ''), enabled: isPast })
  const version = useMomentValue(at, (moment) => versionAt(versions.data ?? [], moment)) ?? 0
  const then = useQuery({
    ...versionOfPageQuery(board?.id ?? '', version),
    enabled: isPast && version > 0,
    placeholderData: (before) => (before?.data.id === board?.id ? before : undefined),
  })
  if (!isPast) return [board, null] as const
  return [then.data, versions.data ? then : versions] as const
}
