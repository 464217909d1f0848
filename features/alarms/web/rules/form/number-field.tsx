import { Input } from 'antd'
import { useState, type ReactNode } from 'react'
import { useFormat } from '#kit/web/formats/use-format.ts'
import type { Entered } from './draft.ts'
import { FieldFrame } from './field-frame.tsx'

export interface NumberFieldProps {
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
          // With it and without it the library has other elements: what is typed into would be
          // another one when the unit arrives.
          suffix={unit ?? <span />}
          {...(placeholder !== undefined && { placeholder })}
          onBlur={() => setTyped(null)}
          onChange={({ target }) => {
            setTyped(target.value)
            const read = format.read(target.value)
            const emptyValue = empty === undefined ? '' : empty
            onChange(read === null ? emptyValue : (read ?? target.value))
          }}
        />
      )}
    </FieldFrame>
  )
}
