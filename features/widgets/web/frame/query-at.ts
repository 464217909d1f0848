/** How long what was of a moment is held after nothing shows it any more. */
const heldMs = 60_000

/**
 * How what the store has of a sensor is asked for at `at`: of the present again and again, of a
 * moment of the past once, while the past moves (undefined) not at all.
 */
export function queryAt(at: number | null | undefined, refreshMs: number) {
  return {
    enabled: at !== undefined,
    refetchInterval: at === null ? refreshMs : (false as const),
    ...(at === null ? {} : { gcTime: heldMs, staleTime: Infinity }),
    meta: { quiet: true },
  }
}
