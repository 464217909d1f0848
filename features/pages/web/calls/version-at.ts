interface Saved {
  readonly version: number
  /** ms UTC */
  readonly savedAt: number
}

/**
 * The version that was in force at a moment (ms UTC), of those that are stored, the newest first;
 * before the oldest one that one, as there is no other. Undefined: there is none.
 */
export function versionAt(versions: readonly Saved[], at: number): number | undefined {
  return (versions.find(({ savedAt }) => savedAt <= at) ?? versions.at(-1))?.version
}
