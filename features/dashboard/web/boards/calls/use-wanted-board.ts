import { versionAt } from '#features/pages/contract/version-at.ts'
import { useMomentValue } from '#kit/web/past/shown-past.ts'
import { useDashboard } from './use-dashboards.ts'
import { useBoardVersion, useVersions } from './use-versions.ts'

interface BoardRequest {
  /** Null: none. */
  readonly id: string | null
  /** The moment of the past that the address names, ms UTC; null: now. */
  readonly at: number | null
  /** An earlier version, where it is now; null: the present one. */
  readonly version: number | null
}

/**
 * A dashboard as it is, as it was saved at the moment that is shown, also while the past is played,
 * or one of its versions.
 */
export function useWantedBoard({ id, at, version }: BoardRequest) {
  const present = useDashboard(id)
  const versions = useVersions(at === null ? null : id)
  const then = useMomentValue(at, (moment) => versionAt(versions.data ?? [], moment))
  const wanted = at === null ? version : then
  const isOther = wanted !== null && wanted !== present.data?.version
  const other = useBoardVersion(id, isOther ? wanted : null, at === null ? undefined : present.data)
  // Until it is known which one counted then, that of now does not stand in its place.
  if (at !== null && id !== null && !versions.data) return { ...versions, data: undefined }
  return isOther ? other : present
}
