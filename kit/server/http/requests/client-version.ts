import { AppError } from '#kit/model/calls/errors.ts'

/**
 * The oldest web application that this server works with. Raise it when a call changes so that
 * older pages break.
 */
export const minimumClientVersion = '1.1.0'

/**
 * 413 `client_outdated` for a page that is older than `minimum`: it shows a message and loads
 * itself again. What is no version of the form 1.2.3 is not compared; other programs than the page
 * send none.
 */
export function assertClientVersion(
  version: string | undefined,
  minimum = minimumClientVersion,
): void {
  const sent = numbersOf(version)
  const required = numbersOf(minimum)
  if (sent === null || required === null || !isOlder(sent, required)) return
  throw new AppError(
    'client_outdated',
    `This page is of version ${version}; the server needs ${minimum} or newer`,
  )
}

function numbersOf(version: string | undefined): readonly number[] | null {
  const match = /^(\d{1,9})\.(\d{1,9})\.(\d{1,9})(?:[-+].*)?$/.exec(version ?? '')
  return match ? match.slice(1).map(Number) : null
}

function isOlder(version: readonly number[], than: readonly number[]): boolean {
  const [mine = 0, theirs = 0] =
    version
      .map((number, index) => [number, than[index] ?? 0])
      .find(([one, other]) => one !== other) ?? []
  return mine < theirs
}
