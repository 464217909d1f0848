import type { Alarm } from '../../../contract/alarm.ts'

/** What a list has shown: alarms among these are no news. */
export interface Announced {
  readonly ids: ReadonlySet<number>
  /** Whether all alarms were among them at some time. */
  readonly hasBeenWhole: boolean
}

interface AnnouncedThen {
  readonly announced: Announced
  /** Those that came. */
  readonly added: readonly Alarm[]
}

/** What is no news when a list is drawn first. */
export const announcedAtFirst = (alarms: readonly Alarm[], isWhole: boolean): Announced => ({
  ids: new Set(alarms.map(({ id }) => id)),
  hasBeenWhole: isWhole,
})

/**
 * What came since. Of very many alarms the list has the most important ones until all of them are
 * there, and when these could not be fetched: the others were there before. While all have never
 * been there, an alarm came that is newer than those seen: ids grow.
 */
export function announcedThen(
  before: Announced,
  alarms: readonly Alarm[],
  isWhole: boolean,
): AnnouncedThen {
  const { ids, hasBeenWhole } = before
  const others = alarms.filter(({ id }) => !ids.has(id))
  if (isWhole)
    return { announced: announcedAtFirst(alarms, true), added: hasBeenWhole ? others : [] }
  const newest = hasBeenWhole ? 0 : [...ids].reduce((one, other) => Math.max(one, other), 0)
  return {
    announced: { ids: new Set([...ids, ...others.map(({ id }) => id)]), hasBeenWhole },
    added: others.filter(({ id }) => id > newest),
  }
}
