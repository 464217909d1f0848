import { Icon } from '#kit/ui/icon.tsx'
import { useFormat } from '#kit/web/formats/use-format.ts'
import { SearchField } from './antd-search-field.tsx'

interface ListFiltersProps<State extends string> {
  readonly className: string
  /** What is searched for now, as the address says it. */
  readonly text: string
  readonly searchLabel: string
  readonly onSearch: (text: string) => void
  readonly states: readonly State[]
  /** What the states are of, for screen readers. */
  readonly statesLabel: string
  readonly nameOf: (state: State | 'all') => string
  /** null: all. */
  readonly chosen: State | null
  /** How many there are in all and of each state; undefined until the first answer. */
  readonly counts: Readonly<Record<State | 'all', number>> | undefined
  readonly onState: (state: State | null) => void
}

/** Above a list: a search, and one choice of state with how many have it. */
export function ListFilters<State extends string>(props: ListFiltersProps<State>) {
  const { className, text, searchLabel, statesLabel, states, chosen, counts } = props
  const format = useFormat()
  return (
    <div className={`list-filters ${className}`} role="search">
      <SearchField
        className="list-search"
        mark={<Icon name="search" />}
        text={text}
        label={searchLabel}
        onSearch={props.onSearch}
      />
      <div className="list-states" role="group" aria-label={statesLabel}>
        {(['all', ...states] as const).map((state) => (
          <button
            key={state}
            type="button"
            className="chip"
            aria-pressed={(chosen ?? 'all') === state}
            onClick={() => props.onState(state === 'all' ? null : state)}
          >
            {props.nameOf(state)}
            {counts && <b className="number">{format.number(counts[state], 0)}</b>}
          </button>
        ))}
      </div>
    </div>
  )
}
