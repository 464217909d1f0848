import { Input, Select } from 'antd'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useFormat } from '#kit/web/formats/use-format.ts'
import type { Entered } from './draft.ts'
import type { NumberFieldProps } from './number-field.tsx'
import { FieldFrame } from './field-frame.tsx'

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
    const emptyValue = empty === undefined ? '' : empty
    onChange(read === null ? emptyValue : read === undefined ? text : Math.round(read * of))
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
