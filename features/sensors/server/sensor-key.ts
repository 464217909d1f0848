import { maximumKeyLength } from '#kit/model/limits.ts'

/** Why the database cannot hold this key or no screen can show it; null for a usable one. */
export function keyProblem(key: string): string | null {
  const isUsable =
    key.length > 0 && key.length <= maximumKeyLength && key.isWellFormed() && !/\p{Cc}/u.test(key)
  return isUsable
    ? null
    : `must be a key of 1 to ${maximumKeyLength} characters without control characters`
}
