import { DatePicker } from 'antd'
import dayjs from 'dayjs'
import { beginWeeksOnMonday } from './calendar-weeks.ts'

// English is part of the library; other languages begin theirs when they come.
beginWeeksOnMonday('en')

const writtenAs = 'YYYY-MM-DD'

interface DayFieldProps {
  /** What a form gives a field of it. */
  readonly id?: string
  readonly value?: string | null
  readonly onChange?: (day: string | null) => void
  readonly minimum: string
  readonly maximum: string
  /** Stands in the empty field. */
  readonly placeholder: string
}

/** A day of the calendar such as `2026-11-30`, to type or to choose; null: none. */
export function DayField({ value, onChange, minimum, maximum, ...rest }: DayFieldProps) {
  return (
    <DatePicker
      {...rest}
      className="day-field"
      format={writtenAs}
      // The browser's day, which may not be the site's.
      showNow={false}
      minDate={dayjs(minimum)}
      maxDate={dayjs(maximum)}
      value={value ? dayjs(value) : null}
      onChange={(day) => onChange?.(day?.format(writtenAs) ?? null)}
    />
  )
}
