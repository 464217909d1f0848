import { dayAt, type Range } from '#kit/model/time/period.ts'
import { shiftBefore, shiftsBeginning, type Shift, type ShiftSpan } from '#kit/model/time/shifts.ts'
import { day, instantOfText, localText } from '#kit/model/time/zone.ts'
import { maximumReportSensors, type papers } from '../../contract/report/request.ts'
import { withAdded, type ChosenSensor } from '../form/draft.ts'
import { readPeriod, writePeriod, type WrittenPeriod } from '../form/written-period.ts'

/** When shifts begin, and on whose clock. */
export interface SiteClock {
  readonly shifts: readonly Shift[]
  readonly timezone: string
}

/** What a report is about, as its form shows it; times are on the wall clock of the site. */
export interface ReportDraft extends WrittenPeriod {
  readonly sensors: readonly ChosenSensor[]
  /** A shift of a day or all of it, or any period. */
  readonly of: 'day' | 'period'
  /** `2026-11-20` */
  readonly day: string
  /** When the shift of the day begins, ms UTC; null: the whole day. */
  readonly shiftFrom: number | null
  readonly notes: string
  readonly paper: (typeof papers)[number]
}

/** What somebody fills in; `added`: sensors that come to those that are chosen by then. */
export type DraftChange = Partial<ReportDraft> | { readonly added: readonly ChosenSensor[] }

/** A draft after a change. */
export function changedDraft(draft: ReportDraft, change: DraftChange): ReportDraft {
  if (!('added' in change)) return { ...draft, ...change }
  return { ...draft, sensors: withAdded(draft.sensors, change.added, maximumReportSensors) }
}

/** What a report is about: its period, and the shift that it is. */
export interface ReportPeriod extends Range {
  readonly shift: string | null
}

/** The shifts that begin on a day. */
export function shiftsOfDay({ shifts, timezone }: SiteClock, text: string): ShiftSpan[] {
  const begin = instantOfText(`${text}T00:00`, timezone)
  return begin === null ? [] : shiftsBeginning(shifts, timezone, dayAt(begin, timezone))
}

/** The period of a draft; null while it is none. */
export function periodOf(draft: ReportDraft, clock: SiteClock): ReportPeriod | null {
  if (draft.of === 'period') {
    const { from, to } = readPeriod(draft, clock.timezone)
    return from === null || to === null || to <= from ? null : { from, to, shift: null }
  }
  const shift = shiftsOfDay(clock, draft.day).find(({ from }) => from === draft.shiftFrom)
  if (shift) return { from: shift.from, to: shift.to, shift: shift.name }
  const begin = instantOfText(`${draft.day}T00:00`, clock.timezone)
  return begin === null ? null : { ...dayAt(begin, clock.timezone), shift: null }
}

/**
 * What the form begins with: the period that the address names, else the last shift that ended,
 * else yesterday.
 */
export function beginningDraft(
  sensors: readonly ChosenSensor[],
  named: Range | null,
  { clock, now }: { readonly clock: SiteClock; readonly now: number },
): ReportDraft {
  const { shifts, timezone } = clock
  const last = named
    ? shiftsBeginning(shifts, timezone, { from: named.from, to: named.from + 1 }).find(
        ({ to }) => to === named.to,
      )
    : shiftBefore(shifts, timezone, now)
  const from = named?.from ?? last?.from ?? now - day
  const isPeriod = named !== null && last === undefined && !isWholeDay(named, timezone)
  const to = named?.to ?? last?.to ?? now
  return {
    ...{ sensors, of: isPeriod ? 'period' : 'day', notes: '', paper: 'A4' },
    ...{ day: localText(from, timezone).slice(0, 10), shiftFrom: last?.from ?? null },
    ...writePeriod({ from, to }, timezone),
  }
}

function isWholeDay({ from, to }: Range, timezone: string): boolean {
  const whole = dayAt(from, timezone)
  return whole.from === from && whole.to === to
}
