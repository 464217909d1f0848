interface ChoiceProps<Value extends string> {
  readonly label: string
  readonly values: readonly Value[]
  readonly chosen: Value | null
  readonly nameOf: (value: Value) => string
  readonly onChange: (value: Value) => void
}

/** One of a few, all of them in sight. */
export function Choice<Value extends string>(props: ChoiceProps<Value>) {
  const { label, values, chosen, nameOf, onChange } = props
  return (
    <div className="import-row">
      <span aria-hidden="true">{label}</span>
      <div className="segmented" role="group" aria-label={label}>
        {values.map((value) => (
          <button
            key={value}
            type="button"
            aria-pressed={value === chosen}
            onClick={() => onChange(value)}
          >
            {nameOf(value)}
          </button>
        ))}
      </div>
    </div>
  )
}
