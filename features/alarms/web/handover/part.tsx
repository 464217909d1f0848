import { useId, type ReactNode } from 'react'
import type { Handover } from '../../contract/handover.ts'
import { RecordTable, type RecordColumn } from '#kit/web/antd/antd-table.tsx'

export interface ShiftPartProps {
  readonly shown: Handover
}

interface PartProps<Row> {
  readonly title: string
  /** How many there are, beside the title. */
  readonly count: string
  readonly columns: readonly RecordColumn<Row>[]
  readonly rows: readonly Row[]
  readonly rowKey: (row: Row) => string | number
  /** What is shown when there is none. */
  readonly empty: string
  readonly foot?: ReactNode
}

/** One part of a handover: its title, and its rows or that there are none. */
export function Part<Row extends object>(props: PartProps<Row>) {
  const { title, count, columns, rows, rowKey, empty, foot } = props
  const id = useId()
  return (
    <section className="panel handover-part" aria-labelledby={id}>
      <header className="panel-head">
        <h2 id={id}>{title}</h2>
        <span className="number">{count}</span>
      </header>
      <RecordTable<Row>
        label={title}
        {...{ columns, rows, rowKey }}
        empty={<p className="handover-none">{empty}</p>}
      />
      {foot !== undefined && <p className="panel-foot">{foot}</p>}
    </section>
  )
}
