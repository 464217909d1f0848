import { useId } from 'react'
import './choice-field.css'

interface ChoiceFieldProps<Choice extends string> {
  readonly label: string
  readonly value: Choice
  readonly choices: readonly { readonly value: Choice; readonly label: string }[]
  readonly onChange: (value: Choice) => void
}

/** One of a few, all of them seen. */
export function ChoiceField<Choice extends string>(props: ChoiceFieldProps<Choice>) {
  const { label, value, choices, onChange } = props
  /** Makes them one group, which the arrow keys move in. */
  const name = useId()
  return (
    <fieldset className="choice-field">
      <legend>{label}</legend>
      {choices.map((choice) => (
        <label key={choice.value}>
          <input
            type="radio"
            name={name}
            checked={choice.value === value}
            onChange={() => onChange(choice.value)}
          />
          {choice.label}
        </label>
      ))}
    </fieldset>
  )
}
