import { Form, Input, Select } from 'antd'
import { useId, useState, type ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { useFormat } from '#kit/web/formats/use-format.ts'
import type { Entered } from './draft.ts'

interface FieldFrameProps {
  readonly label: ReactNode
  readonly extra?: ReactNode
  readonly error?: string | undefined
  readonly children: (id: string) => ReactNode
}

/** Label, control, what is wrong and a note. */
export function FieldFrame({ label, extra, error, children }: FieldFrameProps) {
  const id = useId()
  return (
    <Form.Item
      label={label}
      htmlFor={id}
      extra={extra}
      {...(error === undefined ? {} : { validateStatus: 'error' as const, help: error })}
    >
      {children(id)}
    </Form.Item>
  )
}

interface NumberFieldProps {
  readonly label: string
  readonly extra?: ReactNode
  readonly error?: string | undefined
  readonly unit?: string | undefined
  readonly placeholder?: string
  readonly value: Entered
  /** An empty field is this. */
  readonly empty?: null | 0
  readonly onChange: (value: Entered) => void
}

/** The text that was typed stays as it is; what it means is given on. */
export function NumberField(props: NumberFieldProps) {
  const { label, extra, error, unit, placeholder, value, empty, onChange } = props
  const format = useFormat()
  const [typed, setTyped] = useState<string | null>(null)
  const written = typeof value === 'number' ? format.write(value) : (value ?? '')
  return (
    <FieldFrame label={label} extra={extra} error={error}>
      {(id) => (
        <Input
          id={id}
          value={typed ?? written}
          inputMode="decimal"
          maxLength={20}
          autoComplete="off"
          suffix={unit}
          {...(placeholder !== undefined && { placeholder })}
          onBlur={() => setTyped(null)}
          onChange={({ target }) => {
            setTyped(target.value)
            const read = format.read(target.value)
            const nothing = empty === undefined ? '' : empty
            onChange(read === null ? nothing : (read ?? target.value))
          }}
        />
      )}
    </FieldFrame>
  )
}

const units = [
  ['second', 1_000],
  ['minute', 60_000],
  ['hour', 3_600_000],
] as const
type Unit = (typeof units)[number][0]

/** The largest unit in which a time has no fraction. */
function unitOf(ms: Entered): Unit {
  if (typeof ms !== 'number' || ms === 0) return 'second'
  return units.findLast(([, length]) => ms % length === 0)?.[0] ?? 'second'
}

/** A time in ms, entered in a unit of one's choice. */
export function DurationField({ value, onChange, ...props }: NumberFieldProps) {
  const { label, extra, error, placeholder, empty } = props
  const translate = useTranslations('alarms.rules.unit')
  const format = useFormat()
  const [unit, setUnit] = useState<Unit>(() => unitOf(value))
  const [typed, setTyped] = useState<string | null>(null)
  const length = units.find(([name]) => name === unit)?.[1] ?? 1_000
  const written = typeof value === 'number' ? format.write(value / length) : (value ?? '')
  const take = (text: string, of: number) => {
    const read = format.read(text)
    const nothing = empty === undefined ? '' : empty
    onChange(read === null ? nothing : read === undefined ? text : Math.round(read * of))
  }
  return (
    <FieldFrame label={label} extra={extra} error={error}>
      {(id) => (
        <span className="alarm-rules-duration">
          <Input
            id={id}
            value={typed ?? written}
            inputMode="decimal"
            maxLength={12}
            autoComplete="off"
            {...(placeholder !== undefined && { placeholder })}
            onBlur={() => setTyped(null)}
            onChange={({ target }) => {
              setTyped(target.value)
              take(target.value, length)
            }}
          />
          <Select<Unit>
            aria-label={translate('of', { field: label })}
            value={unit}
            onChange={(next) => {
              setUnit(next)
              setTyped(null)
              const [, of] = units.find(([name]) => name === next) ?? units[0]
              take(typed ?? written, of)
            }}
            options={units.map(([name]) => ({ value: name, label: translate(name) }))}
          />
        </span>
      )}
    </FieldFrame>
  )
}
