import { Pagination, Table, type TableProps } from 'antd'
import { useEffect, type ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { pageSizes } from '../address/address.ts'
import { Icon, type IconName } from '#kit/ui/icon.tsx'
import { SortMark } from '#kit/ui/sort-mark.tsx'
import { useAntdLocale } from './theme/antd-locale.ts'
import { isNarrowQuery, useMedia } from '../browser/use-media.ts'

export interface RecordColumn<Row> {
  readonly key: string
  readonly title: string
  /** For screen readers alone: the cells show the same. */
  readonly isTitleHidden?: boolean
  readonly render: (row: Row) => ReactNode
  readonly isSortable?: boolean
  readonly align?: 'left' | 'right'
  readonly width?: number | string
  /**
   * On a phone `head` is on top of the card, `bare` below it without its title, `none` is left
   * out; else title and value.
   */
  readonly card?: 'head' | 'bare' | 'none'
}

export interface RecordOrder {
  readonly key: string
  readonly direction: 'asc' | 'desc'
}

interface RecordTableProps<Row> {
  /** What a screen reader calls the list. */
  readonly label: string
  readonly columns: readonly RecordColumn<Row>[]
  /** Undefined while the first page is loading. */
  readonly rows: readonly Row[] | undefined
  readonly rowKey: (row: Row) => string | number
  readonly order?: RecordOrder | undefined
  readonly onOrder?: (order: RecordOrder) => void
  /** Shown in the place of the rows. */
  readonly empty: ReactNode
  /** These rows are of an earlier request; those of the present one are loading. */
  readonly isOutdated?: boolean
}

/** Rows of records: a table, and cards where the screen is narrow. */
export function RecordTable<Row extends object>(props: RecordTableProps<Row>) {
  const isNarrow = useMedia(isNarrowQuery)
  const { rows, empty, label, isOutdated = false } = props
  if (rows === undefined) return <Waiting />
  if (rows.length === 0) return empty
  return (
    <div className="record-table" role="group" aria-label={label} aria-busy={isOutdated}>
      {isNarrow ? <Cards {...props} rows={rows} /> : <Rows {...props} rows={rows} />}
    </div>
  )
}

interface FilledTableProps<Row> extends RecordTableProps<Row> {
  readonly rows: readonly Row[]
}

function Rows<Row extends object>({
  columns,
  rows,
  rowKey,
  order,
  onOrder,
}: FilledTableProps<Row>) {
  const shown: TableProps<Row>['columns'] = columns.map(
    ({ key, title, isTitleHidden = false, render, isSortable = false, align, width }) => ({
      key,
      title: isTitleHidden ? <span className="visually-hidden">{title}</span> : title,
      render: (_value: unknown, row: Row) => render(row),
      ...(align ? { align } : {}),
      ...(width === undefined ? {} : { width }),
      ...(isSortable
        ? {
            sorter: true,
            sortOrder: order?.key === key ? antdDirection[order.direction] : null,
            sortIcon: sortMark,
          }
        : {}),
    }),
  )
  return (
    <Table<Row>
      size="small"
      columns={shown}
      dataSource={rows}
      rowKey={rowKey}
      pagination={false}
      scroll={{ x: true }}
      showSorterTooltip={false}
      sortDirections={['ascend', 'descend', 'ascend']}
      onChange={(_pages, _filters, sorter) => {
        const { columnKey, order: direction } = Array.isArray(sorter) ? (sorter[0] ?? {}) : sorter
        if (typeof columnKey === 'string')
          onOrder?.({ key: columnKey, direction: direction === 'descend' ? 'desc' : 'asc' })
      }}
    />
  )
}

const sortMark = ({ sortOrder }: { readonly sortOrder: 'ascend' | 'descend' | null }) => (
  <SortMark direction={sortOrder === 'ascend' ? 'asc' : sortOrder === 'descend' ? 'desc' : null} />
)

const antdDirection = { asc: 'ascend', desc: 'descend' } as const

function Cards<Row extends object>({ columns, rows, rowKey }: FilledTableProps<Row>) {
  return (
    <ul className="record-cards">
      {rows.map((row) => (
        <li key={rowKey(row)}>
          <div className="record-card-head">
            {columns.filter(({ card }) => card === 'head').map((column) => column.render(row))}
          </div>
          <dl>
            {columns
              .filter(({ card }) => card === undefined)
              .map(({ key, title, render }) => (
                <div key={key}>
                  <dt>{title}</dt>
                  <dd>{render(row)}</dd>
                </div>
              ))}
          </dl>
          {columns
            .filter(({ card }) => card === 'bare')
            .map(({ key, render }) => (
              <div key={key} className="record-card-foot">
                {render(row)}
              </div>
            ))}
        </li>
      ))}
    </ul>
  )
}

/** Lines as tall as rows, so that nothing jumps when they come. */
function Waiting() {
  return (
    <div className="record-waiting" aria-hidden="true">
      {Array.from({ length: 8 }, (_, line) => (
        <div key={line} className="skeleton" />
      ))}
    </div>
  )
}

interface PagesProps {
  readonly page: number
  readonly limit: number
  readonly total: number
  readonly onChange: (
    part: { readonly page: number } | { readonly limit: number },
    options?: { readonly replace: boolean },
  ) => void
}

/** Which part of a list is shown, and links to the other pages; nothing for an empty list. */
export function RecordPages({ page, limit, total, onChange }: PagesProps) {
  const translate = useTranslations('common')
  const isNarrow = useMedia(isNarrowQuery)
  const icons = useWayIcons()
  const last = Math.ceil(total / limit)
  useEffect(() => {
    // The address names a page that is not there, or not any more.
    if (total > 0 && page > last) onChange({ page: last }, { replace: true })
  })
  if (total === 0 || page > last) return null
  return (
    <div className="record-pages">
      <span className="number">
        {translate('pages', {
          first: (page - 1) * limit + 1,
          last: Math.min(page * limit, total),
          total,
        })}
      </span>
      <Pagination
        size="small"
        current={page}
        pageSize={limit}
        total={total}
        onChange={(next, size) => onChange(size === limit ? { page: next } : { limit: size })}
        {...icons}
        showLessItems={isNarrow}
        showSizeChanger={!isNarrow && total > pageSizes[0]}
        pageSizeOptions={[...pageSizes]}
      />
    </div>
  )
}

/** The library calls its arrows "left" and "right", in every language. */
function useWayIcons() {
  const names = useAntdLocale()?.Pagination
  return {
    prevIcon: <WayIcon icon="chevron-left" name={names?.prev_page} />,
    nextIcon: <WayIcon icon="chevron-right" name={names?.next_page} />,
  }
}

interface WayIconProps {
  readonly icon: IconName
  readonly name: string | undefined
  /** Given by the library, where there is no such page. */
  readonly disabled?: boolean
}

function WayIcon({ icon, name, disabled = false }: WayIconProps) {
  return (
    <button type="button" className="ant-pagination-item-link" tabIndex={-1} disabled={disabled}>
      <Icon name={icon} size={14} />
      <span className="visually-hidden">{name}</span>
    </button>
  )
}
