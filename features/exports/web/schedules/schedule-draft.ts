import type { OpenDraft } from '#kit/web/antd/forms/antd-draft-form.ts'
import type { Recurrence } from '../../contract/schedule/recurrence.ts'
import type { ExportSchedule, ScheduleRequest } from '../../contract/schedule/schedule.ts'
import type { ChosenSensor } from '../form/draft.ts'

/** The form as what was not saved of it is kept by. */
export const scheduleForm = 'export-schedule'

/** What is in the form of a schedule. */
export interface ScheduleDraft extends Omit<
  ScheduleRequest,
  'recurrence' | 'sensors' | 'language'
> {
  readonly sensors: readonly ChosenSensor[]
  readonly kind: Recurrence['kind']
  /** `06:00`; what a shift does not need stays for who changes the kind back. */
  readonly at: string
  readonly weekday: number
}

export type OpenForm = OpenDraft<ScheduleDraft>

/** A new one sends every morning what the day before brought. */
export const emptyDraft = (timezone: string): ScheduleDraft => ({
  ...{ name: '', sensors: [], recipients: [], kind: 'daily', at: '06:00', weekday: 1, timezone },
  ...{ format: 'xlsx', mode: 'sensor', step: 'raw', figure: 'average', paper: 'A4' },
})

export function draftOf(
  { recurrence, ...schedule }: ExportSchedule,
  sensors: readonly ChosenSensor[],
): ScheduleDraft {
  const { name, recipients, timezone, format, mode, step, figure, paper } = schedule
  return {
    ...{ name, recipients, timezone, format, mode, step, figure, paper, sensors },
    kind: recurrence.kind,
    at: recurrence.kind === 'shift' ? '06:00' : recurrence.at,
    weekday: recurrence.kind === 'weekly' ? recurrence.weekday : 1,
  }
}

export function requestOf(
  { kind, at, weekday, sensors, ...draft }: ScheduleDraft,
  language: ScheduleRequest['language'],
): ScheduleRequest {
  return {
    ...{ ...draft, language, recurrence: recurrenceOf({ kind, at, weekday }) },
    sensors:
      draft.format === 'handover' ? [] : sensors.map(({ thing, sensor }) => ({ thing, sensor })),
  }
}

function recurrenceOf({
  kind,
  at,
  weekday,
}: Pick<ScheduleDraft, 'kind' | 'at' | 'weekday'>): Recurrence {
  if (kind === 'shift') return { kind }
  return kind === 'daily' ? { kind, at } : { kind, at, weekday }
}
