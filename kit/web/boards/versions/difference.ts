import type { VersionSummary } from './version-summary.ts'

type Saved = Pick<VersionSummary, 'version' | 'name' | 'areas' | 'widgets'>

/** How a version differs from the one before it, in what can be counted. */
export interface Difference {
  /** The first one, or the first that is still stored. */
  readonly isFirst: boolean
  readonly isRenamed: boolean
  readonly areas: number
  readonly widgets: number
}

/** Each version with how it differs from the one that was saved before it; the newest first. */
export function withDifferences<Version extends Saved>(
  versions: readonly Version[],
): (Version & { readonly difference: Difference })[] {
  return versions.map((version, index) => {
    const before = versions[index + 1]
    const difference: Difference = {
      isFirst: before === undefined,
      isRenamed: before !== undefined && before.name !== version.name,
      areas: version.areas - (before?.areas ?? 0),
      widgets: version.widgets - (before?.widgets ?? 0),
    }
    return { ...version, difference }
  })
}
