interface SavedVersion {
  readonly version: number
  /** ms UTC */
  readonly savedAt: number
}

/**
 * The version that counted at a moment (ms UTC), of those that are stored, newest first; the
 * earliest of them for what was before. Null where none is stored.
 */
export function versionAt(versions: readonly SavedVersion[], at: number): number | null {
  const counted = versions.find(({ savedAt }) => savedAt <= at) ?? versions.at(-1)
  return counted?.version ?? null
}
