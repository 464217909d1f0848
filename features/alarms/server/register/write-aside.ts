import { isRefusal, isTransientFailure } from '#kit/server/postgres/transient-failure.ts'
import type { PointName } from '../evaluation/evaluated-point.ts'
import type { AsidePoints } from './aside-points.ts'
import type { Happened } from './waiting-alarms.ts'

/** Between two tries while the database does not answer. */
export const retryMs = 1_000
/** After so many failures without any success the database may be to blame. */
export const maximumFailures = 20

interface Writing {
  /** Stores these together; why it could not, null: they are. */
  readonly write: (items: readonly Happened[]) => Promise<unknown>
  /** For this reason something can never be stored, and is left out. */
  readonly left: (reason: unknown) => void
}

/**
 * Writes what waits at those points whose time has come. Why it ended before all of them were
 * tried: the database does not answer, or takes nothing; else null.
 */
export async function writeAside(aside: AsidePoints, writing: Writing): Promise<unknown> {
  let failures = 0
  for (const name of aside.due()) {
    const error = await writePoint(aside, name, writing)
    if (isTransientFailure(error)) return error
    if (error === null) failures = 0
    else {
      aside.failed(name, retryMs)
      if (++failures >= maximumFailures) return error
    }
  }
  return null
}

/** All of one point together, else one by one; why it could not, else null. */
async function writePoint(
  aside: AsidePoints,
  name: PointName,
  { write, left }: Writing,
): Promise<unknown> {
  const items = aside.itemsOf(name)
  if (items.length > 1) {
    const error = await write(items)
    if (error === null) aside.remove(name, items)
    if (error === null || isTransientFailure(error)) return error
  }
  for (const item of items) {
    const error = await write([item])
    if (error !== null && !isRefusal(error)) return error
    if (error !== null) left(error)
    aside.remove(name, [item])
  }
  return null
}
