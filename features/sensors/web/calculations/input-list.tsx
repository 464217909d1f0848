import { Input } from 'antd'
import { useTranslations } from 'use-intl'
import { Icon } from '#kit/ui/icon.tsx'
import type { CalculationInput } from './entries.ts'

interface InputListProps {
  readonly inputs: readonly CalculationInput[]
  readonly errorOf: (name: string) => string | null
  readonly onChange: (inputs: readonly CalculationInput[]) => void
}

/** The sensors of an expression, with their names in it. */
export function InputList({ inputs, errorOf, onChange }: InputListProps) {
  const translate = useTranslations('sensors.calculations')
  if (inputs.length === 0) return <p className="calculation-note">{translate('noInputs')}</p>
  return (
    <ul className="calculation-inputs" aria-label={translate('inputs')}>
      {inputs.map((input, index) => {
        const { name, thing, key } = input
        const label = `${thing} · ${key}`
        const error = errorOf(name)
        return (
          <li key={index}>
            <Input
              className="calculation-input-name"
              aria-label={translate('nameOf', { sensor: label })}
              value={name}
              maxLength={32}
              autoComplete="off"
              onChange={({ target }) =>
                onChange(inputs.with(index, { ...input, name: target.value }))
              }
            />
            <span>{label}</span>
            <button
              type="button"
              className="button"
              aria-label={translate('remove', { sensor: label })}
              onClick={() => onChange(inputs.toSpliced(index, 1))}
            >
              <Icon name="close" />
            </button>
            {error !== null && (
              <p className="calculation-error" role="alert">
                {error}
              </p>
            )}
          </li>
        )
      })}
    </ul>
  )
}
