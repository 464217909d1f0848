import { Input } from 'antd'
import { useTranslations } from 'use-intl'
import type { Inputs } from '#features/calculations/contract/calculation.ts'
import { Icon } from '#kit/ui/icon.tsx'

interface InputListProps {
  readonly inputs: Inputs
  readonly errorOf: (name: string) => string | null
  readonly onChange: (inputs: Inputs) => void
}

/** The sensors of an expression, with their names in it. */
export function InputList({ inputs, errorOf, onChange }: InputListProps) {
  const translate = useTranslations('sensors.calculations')
  const entries = Object.entries(inputs)
  if (entries.length === 0) return <p className="calculation-note">{translate('noInputs')}</p>
  const replace = (index: number, entry: (typeof entries)[number] | null) =>
    onChange(
      Object.fromEntries(
        entries.flatMap((each, at) => (at === index ? (entry ? [entry] : []) : [each])),
      ),
    )
  return (
    <ul className="calculation-inputs" aria-label={translate('inputs')}>
      {entries.map(([name, input], index) => {
        const label = `${input.thing} · ${input.key}`
        const error = errorOf(name)
        return (
          <li key={index}>
            <Input
              className="calculation-input-name"
              aria-label={translate('nameOf', { sensor: label })}
              value={name}
              maxLength={32}
              autoComplete="off"
              onChange={({ target }) => {
                if (!Object.hasOwn(inputs, target.value)) replace(index, [target.value, input])
              }}
            />
            <span>{label}</span>
            <button
              type="button"
              className="button"
              aria-label={translate('remove', { sensor: label })}
              onClick={() => replace(index, null)}
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
