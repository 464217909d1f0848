import { Select } from 'antd'

/** What no choice of a list has as its value. */
const every = ''

interface ChoiceFilterProps<Value extends string> {
  /** Of the field that shows no words of its own. */
  readonly label?: string
  readonly id?: string
  readonly className?: string
  /** null: all. */
  readonly chosen: Value | null
  readonly everyLabel: string
  readonly choices: readonly { readonly value: Value; readonly label: string }[]
  /** The choices are so many that one types what one looks for. */
  readonly hasSearch?: boolean
  readonly onChoose: (value: Value | null) => void
}

/** One of some choices, or all of them. */
export function ChoiceFilter<Value extends string>(props: ChoiceFilterProps<Value>) {
  const { label, id, className, chosen, everyLabel, choices, hasSearch = false, onChoose } = props
  return (
    <Select<Value | typeof every>
      {...(id !== undefined && { id })}
      {...(className !== undefined && { className })}
      {...(label !== undefined && { 'aria-label': label })}
      {...(hasSearch && { showSearch: { optionFilterProp: 'label' } })}
      value={chosen ?? every}
      onChange={(value) => onChoose(value === every ? null : value)}
      options={[{ value: every, label: everyLabel }, ...choices]}
    />
  )
}
