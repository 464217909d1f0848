import { ApiError } from '#kit/web/calls/call.ts'

/** What both changed: ids of widgets, and whether the name. */
export interface Conflict {
  readonly widgets: readonly string[]
  readonly isName: boolean
}

/** What a refused save says that both changed; null when it was refused for another reason. */
export function conflictOf(error: Error): Conflict | null {
  if (!(error instanceof ApiError) || error.status !== 409) return null
  const paths = Object.keys(error.errors)
  return {
    widgets: paths.flatMap((path) => /^widgets\.(.+)$/.exec(path)?.slice(1) ?? []),
    isName: paths.includes('name'),
  }
}
