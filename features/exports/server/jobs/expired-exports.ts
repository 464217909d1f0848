interface EndedExport {
  readonly id: string
  readonly bytes: number
  readonly expiresAt: number
}

/**
 * Of exports that have ended, the oldest first: those that have expired at `now` (ms UTC), and the
 * oldest with a file while the others together are larger than `maximumBytes`.
 */
export function expiredOf(
  ended: readonly EndedExport[],
  { now, maximumBytes }: { readonly now: number; readonly maximumBytes: number },
): string[] {
  let sum = ended.reduce((all, { bytes }) => all + bytes, 0)
  const expired = ended.filter(({ bytes, expiresAt }) => {
    const isGone = expiresAt <= now || (bytes > 0 && sum > maximumBytes)
    if (isGone) sum -= bytes
    return isGone
  })
  return expired.map(({ id }) => id)
}
