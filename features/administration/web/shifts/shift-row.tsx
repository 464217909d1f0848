import { Button, Input } from 'antd'
import { useTranslations } from 'use-intl'
import type { FieldErrors } from '#kit/model/calls/errors.ts'
import { Shift, shiftsBeginning } from '#kit/model/time/shifts.ts'
import { day, localText, startOfDay } from '#kit/model/time/zone.ts'
import { Icon } from '#kit/ui/icon.tsx'
import { TimeOfDayField } from '#kit/web/antd/fields/antd-time-of-day-field.tsx'
import { serverClock } from '#kit/web/clock/server-clock.ts'
import { isolated } from '#kit/web/formats/isolated.ts'
import { useFormat } from '#kit/web/formats/use-format.ts'
import { useFieldErrorText } from '#kit/web/texts/use-field-error-text.ts'

interface ShiftRowProps {
  readonly shift: Shift
  readonly index: number
  readonly shifts: readonly Shift[]
  readonly timezone: string
  readonly errors: FieldErrors
  readonly onChange: (shift: Shift) => void
  readonly onRemove: () => void
}

/** A shift with its name, its begin, and when it ends by what the others say. */
export function ShiftRow(props: ShiftRowProps) {
  const { shift, index, errors, onChange, onRemove } = props
  const translate = useTranslations('administration.shifts')
  const textOf = useFieldErrorText()
  const nameText = shift.name === '' ? String(index + 1) : isolated(shift.name)
  const problems = (field: 'name' | 'start') => errors[`shifts.${index}.${field}`] ?? []
  const isWrong = (field: 'name' | 'start') =>
    problems(field).length > 0 ? { status: 'error' as const, 'aria-invalid': true } : {}
  return (
    <li className="shift-row">
      <Input
        aria-label={translate('nameOf', { number: index + 1 })}
        placeholder={translate('name')}
        maxLength={40}
        value={shift.name}
        onChange={({ target }) => onChange({ ...shift, name: target.value })}
        {...isWrong('name')}
      />
      <TimeOfDayField
        aria-label={translate('startOf', { name: nameText })}
        className="shift-start"
        value={shift.start}
        onChange={(start) => onChange({ ...shift, start })}
        {...isWrong('start')}
      />
      <span className="shift-end number">
        <ShiftEnd {...props} />
      </span>
      <Button
        aria-label={translate('removeOf', { name: nameText })}
        icon={<Icon name="trash" />}
        onClick={onRemove}
      />
      {(['name', 'start'] as const).flatMap((field) =>
        problems(field).map((error) => (
          <p key={`${field} ${error.code}`} className="shift-problem" role="alert">
            {textOf(error)}
          </p>
        )),
      )}
    </li>
  )
}

function ShiftEnd({ shift, shifts, timezone }: ShiftRowProps) {
  const translate = useTranslations('administration.shifts')
  const { duration } = useFormat()
  const whole = shifts.filter((each) => Shift.safeParse({ ...each, name: '-' }).success)
  const today = startOfDay(serverClock.now(), timezone)
  const span = shiftsBeginning(whole, timezone, { from: today, to: today + day }).find(
    ({ from }) => localText(from, timezone).slice(11) === shift.start,
  )
  if (!span) return null
  const time = localText(span.to, timezone).slice(11)
  return <>{translate('until', { time, length: duration(span.to - span.from) })}</>
}
