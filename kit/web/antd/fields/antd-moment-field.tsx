import { DatePicker } from 'antd'
import dayjs from 'dayjs'
import { useFormat } from '../../formats/use-format.ts'
import { useEscapeOfCalendar } from './calendar-escape.ts'
import { showCalendarsIn } from './calendar-now.ts'
import { beginWeeksOnMonday } from './calendar-weeks.ts'

// English is part of the library; other languages begin theirs when they come.
beginWeeksOnMonday('en')

const shownAs = 'YYYY-MM-DD HH:mm'
const writtenAs = 'YYYY-MM-DDTHH:mm'

interface MomentFieldProps {
  /**
   * A wall-clock text `2026-11-20T06:00`, empty for none; so are the bounds. The zone is the
   * caller's.
   */
  readonly text: string
  readonly label: string
  readonly minimum?: string
  readonly maximum?: string
  readonly mayBeEmpty?: boolean
  readonly hasFocus?: boolean
  readonly className?: string
  readonly onChange: (text: string) => void
}

/**
 * A date and minute to type or to choose, written as the product writes dates and in the words of
 * the page's language.
 */
export function MomentField({
  text,
  label,
  minimum = '',
  maximum = '',
  mayBeEmpty = true,
  hasFocus = false,
  ...rest
}: MomentFieldProps) {
  const escape = useEscapeOfCalendar()
  showCalendarsIn(useFormat().zone)
  return (
    <span role="presentation" style={{ display: 'contents' }} {...escape.keys}>
      <DatePicker
        {...(rest.className === undefined ? {} : { className: rest.className })}
        aria-label={label}
        placeholder={label}
        format={shownAs}
        showTime={{ format: 'HH:mm' }}
        showNow={false}
        needConfirm={false}
        allowClear={mayBeEmpty}
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- what opens around it exists for it
        autoFocus={hasFocus}
        value={text === '' ? null : dayjs(text)}
        {...(minimum === '' ? {} : { minDate: dayjs(minimum) })}
        {...(maximum === '' ? {} : { maxDate: dayjs(maximum) })}
        // Inside: what closes when somebody presses elsewhere stays open. A dialog's form would
        // cut it.
        getPopupContainer={(field) =>
          field.closest('dialog') ?? field.parentElement ?? document.body
        }
        onOpenChange={escape.setOpen}
        onChange={(moment) => rest.onChange(moment?.format(writtenAs) ?? '')}
      />
    </span>
  )
}
