import { DatePicker, type DatePickerProps } from 'antd'
import dayjs from 'dayjs'
import { createElement } from 'react'
import { useFormat } from '../../formats/use-format.ts'
import { useEscapeOfCalendar } from './calendar-escape.ts'
import { showCalendarsIn } from './calendar-now.ts'
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
  readonly label?: string
  /** It must hold a day. */
  readonly isNeeded?: boolean
  /** The calendar opens inside of what is around the field: a dialog lies before all else. */
  readonly isInside?: boolean
  /** Days such as `2026-11-30` that have a mark; undefined: not known. */
  readonly marked?: ReadonlySet<string> | undefined
  /** The calendar shows this month: `2026-11`. */
  readonly onMonth?: (month: string) => void
}

/** A day of the calendar such as `2026-11-30`, to type or to choose; null: none. */
export function DayField(props: DayFieldProps) {
  const { value, onChange, minimum, maximum, label, isNeeded, isInside, marked, ...others } = props
  const { onMonth, ...rest } = others
  const escape = useEscapeOfCalendar()
  showCalendarsIn(useFormat().zone)
  return (
    <span role="presentation" style={{ display: 'contents' }} {...escape.keys}>
      <DatePicker
        {...rest}
        {...(label !== undefined && { 'aria-label': label })}
        {...(isInside && { getPopupContainer: (field) => field.parentElement ?? document.body })}
        {...(isNeeded && { allowClear: false })}
        onOpenChange={(isOpen) => {
          escape.setOpen(isOpen)
          if (isOpen) onMonth?.((value ?? maximum).slice(0, 7))
        }}
        {...(onMonth && {
          onPanelChange: (month) => onMonth(month.format('YYYY-MM')),
          cellRender: markedIn(marked),
        })}
        className="day-field"
        format={writtenAs}
        // The browser's day, which may not be the site's.
        showNow={false}
        minDate={dayjs(minimum)}
        maxDate={dayjs(maximum)}
        value={value ? dayjs(value) : null}
        onChange={(day) => onChange?.(day?.format(writtenAs) ?? null)}
      />
    </span>
  )
}

type CellRender = NonNullable<DatePickerProps['cellRender']>

/** Draws the cells of a calendar, with a mark in those of the days that have one. */
function markedIn(days: ReadonlySet<string> | undefined): CellRender {
  return (day, { originNode, type }) =>
    type === 'date' && days?.has(dayjs(day).format(writtenAs))
      ? createElement('span', { className: 'day-marked' }, originNode)
      : originNode
}
