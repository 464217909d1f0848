import './sort-mark.css'

interface SortMarkProps {
  /** How the rows are ordered by this column; null: by another one. */
  readonly direction: 'asc' | 'desc' | null
}

/** Beside the name of a column that orders rows: two arrows, the one in force in ink. */
export function SortMark({ direction }: SortMarkProps) {
  return (
    <svg
      className="sort-mark"
      data-direction={direction ?? undefined}
      viewBox="0 0 8 12"
      aria-hidden="true"
    >
      <path d="M1 4.5 4 1l3 3.5z" />
      <path d="M1 7.5 4 11l3-3.5z" />
    </svg>
  )
}
