import type { ActiveAlarm } from '#kit/web/alarms/alarm-source.ts'

/** The alarm that stands in the line, and the turn in which it came to stand there. */
export interface TickerLine {
  readonly alarm: ActiveAlarm
  /** Null: before the clock has been read. */
  readonly turn: number | null
}

/** Where an alarm stands among others; -1: it has ended. */
export const placeOf = ({ alarm }: TickerLine, alarms: readonly ActiveAlarm[]): number =>
  alarms.findIndex(({ id }) => id === alarm.id)

/**
 * The line among the alarms that are there now. The same alarm stays in it whatever comes and goes,
 * as it is by now; one that has ended makes room for another unless the line is held: a press means
 * the alarm that was read.
 */
export function lineAmong(
  line: TickerLine,
  alarms: readonly ActiveAlarm[],
  isHeld: boolean,
): TickerLine {
  const same = alarms[placeOf(line, alarms)]
  const alarm = same ?? (isHeld ? line.alarm : (alarms[0] ?? line.alarm))
  return alarm === line.alarm ? line : { ...line, alarm }
}

/** The line in a turn: the next alarm once its own turn is over. */
export function lineIn(line: TickerLine, alarms: readonly ActiveAlarm[], turn: number): TickerLine {
  if (turn === line.turn) return line
  if (line.turn === null) return { ...line, turn }
  const next = alarms[(placeOf(line, alarms) + 1) % alarms.length]
  return { alarm: next ?? line.alarm, turn }
}
