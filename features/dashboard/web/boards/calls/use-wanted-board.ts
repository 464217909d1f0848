import { versionAt } from '#features/pages/contract/version-at.ts'
import { useDashboard } from './use-dashboards.ts'
import { useBoardVersion, useVersions } from './use-versions.ts'

interface BoardRequest {
  /** Null: none. */
  readonly id: string | null
  /** A moment of the past, ms UTC; null: now. */
  readonly at: number | null
  /** An earlier version, where it is now; null: the present one. */
  readonly version: number | null
}

/** A dashboard as it is, as it was saved at a moment, or one of its versions. */
export function useWantedBoard({ id, at, version }: BoardRequest) {
  const present = useDashboard(id)
  const versions = useVersions(at === null ? null : id).data ?? []
  const wanted = at === null ? version : versionAt(versions, at)
  const isOther = wanted !== null && wanted !== present.data?.version
  const then = useBoardVersion(id, isOther ? wanted : null)
  return isOther ? then : present
}
