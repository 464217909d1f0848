import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import type { Search } from '#kit/web/address/address.ts'
import { versionField } from '#kit/web/boards/versions/version-field.ts'
import { usePastMoment } from '#kit/web/past/past-room.tsx'
import { versionOfPageQuery } from '../calls/query-pages.ts'

/**
 * The earlier version of a page that the address shows, and its content; null: none. A moment of
 * the past has the layout of then.
 */
export function useShownVersion(id: string) {
  const search: Search = useSearch({ strict: false })
  const [at] = usePastMoment()
  const version = at === null ? versionField.read(search['version']) : null
  const query = useQuery({ ...versionOfPageQuery(id, version ?? 1), enabled: version !== null })
  return [version, query] as const
}
