import { useTranslations } from 'use-intl'
import type { FieldErrors } from '#kit/model/calls/errors.ts'
import { useFieldErrorText } from '#kit/web/texts/use-field-error-text.ts'
import { useNamed } from '#kit/web/texts/use-named.ts'
import type { ScheduleDraft } from './schedule-draft.ts'

const shownFields = ['name', 'recipients', 'recurrence', 'timezone', 'sensors'] as const
type ShownField = (typeof shownFields)[number]

export interface ScheduleProblem {
  /** The field that it stands below; null: it is of none that is shown. */
  readonly field: ShownField | null
  /** Of what was refused, as the server names it. */
  readonly path: string
  readonly text: string
}

/** Why the server refused a schedule; one sensor or recipient among several is named. */
export function useScheduleProblems(
  errors: FieldErrors,
  draft: ScheduleDraft,
): readonly ScheduleProblem[] {
  const textOf = useFieldErrorText()
  const translate = useTranslations('exports.schedules')
  const named = useNamed()
  const labelOf = (path: string) => {
    const [name = '', index] = path.split('.')
    const at = Number(index)
    if (name === 'sensors') return draft.sensors[at]?.label ?? translate('fields.sensors')
    if (name === 'recipients') return draft.recipients[at] ?? translate('fields.recipients')
    if (path === 'recurrence.at') return translate('fields.at')
    return name === 'name' || name === 'recurrence' || name === 'timezone'
      ? translate(`fields.${name}`)
      : ''
  }
  return Object.entries(errors).map(([path, reasons]) => {
    const text = reasons.map(textOf).join(' ')
    const label = labelOf(path)
    return {
      field: shownFields.find((each) => each === path.split('.')[0]) ?? null,
      path,
      text: label === '' ? text : named(label, text),
    }
  })
}

interface ScheduleProblemsProps {
  readonly problems: readonly ScheduleProblem[]
  readonly field: ShownField | null
}

/** What was refused of one field. */
export function ScheduleProblems({ problems, field }: ScheduleProblemsProps) {
  return problems
    .filter((problem) => problem.field === field)
    .map(({ path, text }) => (
      <p key={path} className="export-problem" role="alert">
        {text}
      </p>
    ))
}
