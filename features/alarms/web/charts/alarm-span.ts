import type { ChartSpan } from '#kit/ui/chart/data/spans.ts'
import type { Alarm } from '../../contract/alarm.ts'

/** How a chart calls an alarm. */
export const keyOf = ({ id }: Pick<Alarm, 'id'>): string => `alarm-${id}`

/** The shapes of the priorities, as far as a font has them: filled, and hollow for late ones. */
const signs: Readonly<Record<Alarm['priority'], readonly [string, string]>> = {
  1: ['■', '□'],
  2: ['◆', '◇'],
  3: ['●', '○'],
  journal: ['▪', '▫'],
}

/** Names of the colour tokens of priorities. */
export const colours: Readonly<Record<Alarm['priority'], string>> = {
  ...{ 1: '--p1', 2: '--p2', 3: '--p3', journal: '--ink-3' },
}

/** An alarm as a chart marks it: while its condition was there, until `now` (ms UTC) if it is. */
export function spanOf(alarm: Alarm, label: string, now: number): ChartSpan {
  const { priority, since, returnedAt, isLate } = alarm
  return {
    ...{ key: keyOf(alarm), from: since, to: Math.max(since, returnedAt ?? now), label },
    ...{ sign: signs[priority][isLate ? 1 : 0], colour: colours[priority], isHollow: isLate },
    rank: (priority === 'journal' ? 4 : priority) + (isLate ? 4 : 0),
  }
}
