import type { Turn } from '../conversation.ts'

/** The question that was asked last: one that was asked again stands before those asked since. */
export function lastAsked(turns: readonly Turn[]): Turn | undefined {
  return turns.toSorted((one, other) => one.attempt - other.attempt).at(-1)
}
