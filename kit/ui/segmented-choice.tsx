interface SegmentedChoiceProps<Value extends string> {
  /** Of the row in which it stands. */
  readonly className: string
  readonly label: string
  readonly values: readonly Value[]
  /** Null: none yet. */
  readonly chosen: Value | null
  readonly nameOf: (value: Value) => string
  readonly onChange: (value: Value) => void
}

/** One of a few, all of them in sight, beside what they are. */
export function SegmentedChoice<Value extends string>(props: SegmentedChoiceProps<Value>) {
  const { className, label, values, chosen, nameOf, onChange } = props
  return (
    <div className={className}>
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
