import type { Alarm } from '../../../contract/alarm.ts'
import { isOpen } from '../../words/alarm-state.ts'
import type { ListAddress } from '../list-address.ts'

type Filter = Pick<ListAddress, 'search' | 'priority' | 'state' | 'device'>
type Arrangement = Filter & Pick<ListAddress, 'order'>

interface Asking {
  /** Everything of an alarm that is looked through for the search. */
  readonly textOf: (alarm: Alarm) => string
  /** Id of the person; undefined: not known. */
  readonly me: number | undefined
}

const states: Readonly<
  Record<NonNullable<Filter['state']>, (alarm: Alarm, me: number | undefined) => boolean>
> = {
  open: isOpen,
  acknowledged: ({ phase }) => phase === 'acknowledged',
  returned: ({ phase }) => phase === 'returned',
  latched: ({ phase }) => phase === 'latched',
  mine: ({ assignee }, me) => assignee !== null && assignee.id === me,
}

/** Those of the alarms that the address asks for, in its order. */
export function arrange(
  alarms: readonly Alarm[],
  { search, priority, state, device, order }: Arrangement,
  { textOf, me }: Asking,
): readonly Alarm[] {
  const wanted = search.trim().toLowerCase()
  return alarms
    .filter(
      (alarm) =>
        (priority === null || String(alarm.priority) === priority) &&
        (state === null || states[state](alarm, me)) &&
        (device === null || alarm.device.lesiId === device) &&
        (wanted === '' || textOf(alarm).toLowerCase().includes(wanted)),
    )
    .toSorted(orders[order])
}

const rank = ({ priority }: Alarm): number => (priority === 'journal' ? 4 : priority)
const newest = (one: Alarm, other: Alarm) => other.since - one.since || other.id - one.id

const orders: Readonly<Record<ListAddress['order'], (one: Alarm, other: Alarm) => number>> = {
  priority: (one, other) =>
    rank(one) - rank(other) || Number(isOpen(other)) - Number(isOpen(one)) || newest(one, other),
  newest,
  oldest: (one, other) => -newest(one, other),
}

/** A row of the list; `isGone`: it needs nobody any more, and stays until the list moves on. */
export interface ShownAlarm {
  readonly alarm: Alarm
  readonly isGone: boolean
}

/**
 * What is in the list while somebody points at it or has chosen in it: the rows of before in
 * their order, as they are now; `added` counts the others that are there now.
 */
export function keepOrder(
  before: readonly Alarm[],
  arranged: readonly Alarm[],
  all: readonly Alarm[],
): { readonly rows: readonly ShownAlarm[]; readonly added: number } {
  const present = new Map(all.map((alarm) => [alarm.id, alarm]))
  const stood = new Set(before.map(({ id }) => id))
  return {
    rows: before.map((alarm) => ({
      alarm: present.get(alarm.id) ?? alarm,
      isGone: !present.has(alarm.id),
    })),
    added: arranged.filter(({ id }) => !stood.has(id)).length,
  }
}

/**
 * The alarms of the rows that still need somebody. What has come since the list stands still is
 * none of them: nobody has seen it there.
 */
export const presentOf = (rows: readonly ShownAlarm[]): readonly Alarm[] =>
  rows.flatMap(({ alarm, isGone }) => (isGone ? [] : [alarm]))

/** One line of the list: an alarm, or the head of a group. */
export type ListLine =
  | ({ readonly kind: 'alarm' } & ShownAlarm)
  | {
      readonly kind: 'group'
      readonly by: Exclude<ListAddress['group'], 'none'>
      readonly key: string
      readonly first: Alarm
      readonly count: number
      readonly open: number
    }

const groupKeys: Readonly<Record<Exclude<ListAddress['group'], 'none'>, (alarm: Alarm) => string>> =
  {
    device: ({ device }) => device.lesiId,
    sensor: ({ device, sensor }) => `${device.lesiId} ${sensor?.key ?? ''}`,
    rule: ({ origin }) => origin,
    priority: ({ priority }) => String(priority),
  }

/** The rows with the head of each group before it; groups stand where their first alarm stood. */
export function linesOf(
  rows: readonly ShownAlarm[],
  group: ListAddress['group'],
): readonly ListLine[] {
  const asLine = (row: ShownAlarm): ListLine => ({ kind: 'alarm', ...row })
  if (group === 'none') return rows.map(asLine)
  const groups = Map.groupBy(rows, ({ alarm }) => groupKeys[group](alarm))
  return [...groups].flatMap(([key, members]) => {
    const [first] = members
    if (!first) return []
    const open = members.filter(({ alarm, isGone }) => !isGone && isOpen(alarm)).length
    const head: ListLine = {
      ...{ kind: 'group', by: group, key, open },
      ...{ first: first.alarm, count: members.length },
    }
    return [head, ...members.map(asLine)]
  })
}
