import { isGoneOrClosed } from '#kit/web/calls/api-error.ts'

interface Asked<Data> {
  readonly data: Data | undefined
  readonly error: Error | null
}

/**
 * What is shown of a device that is asked for again and again, and the failure in its place. Of one
 * that is gone or closed to the person, what was fetched before is no more theirs.
 */
export function shownThing<Data>({ data, error }: Asked<Data>): Asked<Data> {
  return data === undefined || isGoneOrClosed(error)
    ? { data: undefined, error }
    : { data, error: null }
}
