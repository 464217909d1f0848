interface Versioned {
  readonly version: number
}

/**
 * Why an account was not saved because of a conflict, after its newest state, which is null where
 * it could not be fetched: somebody else has saved it since `base`, the plant would be left without
 * an administrator, or nobody here can say.
 */
export function conflictReason(
  newest: Versioned | null,
  base: Versioned,
): 'overtaken' | 'lastAdministrator' | 'unknown' {
  if (newest === null) return 'unknown'
  return newest.version === base.version ? 'lastAdministrator' : 'overtaken'
}
