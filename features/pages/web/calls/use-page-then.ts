import { useQuery } from '@tanstack/react-query'
import { usePastMoment } from '#kit/web/past/past-room.tsx'
import type { Board } from '../../contract/board.ts'
import { versionOfPageQuery, versionsQuery } from './query-pages.ts'
import { versionAt } from '../../contract/version-at.ts'

/**
 * A page as it was saved at the moment of the past that the address names: of a moment before its
 * oldest stored version that one, and in the present the page itself. Undefined while it is on its
 * way.
 */
export function usePageThen(board: Board | undefined): Board | undefined {
  const [at] = usePastMoment()
  const isPast = at !== null && board !== undefined
  const versions = useQuery({ ...versionsQuery(board?.id ?? ''), enabled: isPast }).data
  const version = versionAt(versions ?? [], at ?? 0) ?? 0
  const then = useQuery({
    ...versionOfPageQuery(board?.id ?? '', version),
    enabled: isPast && version > 0,
  }).data
  return isPast ? then : board
}
