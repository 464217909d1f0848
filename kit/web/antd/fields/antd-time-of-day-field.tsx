import { Input, type InputProps } from 'antd'

interface TimeOfDayFieldProps extends Omit<InputProps, 'value' | 'onChange'> {
  readonly value: string
  readonly onChange: (time: string) => void
}

const timeLength = 5

/**
 * A time of day such as 06:00. `6` and `630` are typed too: they are completed when the field is
 * left, and by Enter before it sends the form.
 */
export function TimeOfDayField({ value, onChange, ...field }: TimeOfDayFieldProps) {
  const complete = () => {
    const whole = wholeTime(value)
    if (whole !== value) onChange(whole)
  }
  return (
    <Input
      placeholder="06:00"
      inputMode="numeric"
      maxLength={timeLength}
      autoComplete="off"
      {...field}
      value={value}
      onChange={({ target }) => onChange(target.value)}
      onBlur={complete}
      onPressEnter={complete}
    />
  )
}

function wholeTime(typed: string): string {
  const [, hours, minutes] = /^(\d{1,2}?):?(\d\d)?$/.exec(typed.trim()) ?? []
  return hours === undefined ? typed : `${hours.padStart(2, '0')}:${minutes ?? '00'}`
}
