import { useQuery } from '@tanstack/react-query'
import { usePastMoment } from '#kit/web/past/past-room.tsx'
import { useMomentValue } from '#kit/web/past/shown-past.ts'
import type { Board } from '../../contract/board.ts'
import { versionOfPageQuery, versionsQuery } from './query-pages.ts'
import { versionAt } from '../../contract/version-at.ts'

/**
 * A page as it was saved at the moment of the past that is shown, also while it is played: of a
 * moment before its oldest stored version that one, and in the present the page itself. Undefined
 * until the first is here; that of another moment replaces it when it is.
 */
export function usePageThen(board: Board | undefined): Board | undefined {
  const [at] = usePastMoment()
  const isPast = at !== null && board !== undefined
  const versions = useQuery({ ...versionsQuery(board?.id ?? ''), enabled: isPast }).data
  const version = useMomentValue(at, (moment) => versionAt(versions ?? [], moment)) ?? 0
  const then = useQuery({
    ...versionOfPageQuery(board?.id ?? '', version),
    enabled: isPast && version > 0,
    placeholderData: (before) => (before?.data.id === board?.id ? before : undefined),
  }).data
  return isPast ? then : board
}
