import { useTranslations } from 'use-intl'
import { SortMark } from '#kit/ui/sort-mark.tsx'
import type { ListAddress } from '../list-address.ts'

type Order = ListAddress['order']

const timeDirection = { newest: 'desc', oldest: 'asc', priority: null } as const

export interface RowHeadsProps {
  readonly mayOperate: boolean
  readonly order: Order
  readonly onOrder: (order: Order) => void
  readonly isAllChosen: boolean
  readonly onChooseAll: () => void
}

/** The heads of the columns: by priority and by time the list can be ordered. */
export function RowHeads({ mayOperate, order, onOrder, isAllChosen, onChooseAll }: RowHeadsProps) {
  const translate = useTranslations('alarms')
  const timeSort = order === 'newest' ? 'descending' : order === 'oldest' ? 'ascending' : 'none'
  return (
    <div role="rowgroup" className="alarm-heads">
      <div role="row" className="alarm-columns" aria-rowindex={1}>
        <span role="columnheader" className="alarm-cell-choice">
          {mayOperate && (
            <input
              type="checkbox"
              aria-label={translate('chooseAll')}
              checked={isAllChosen}
              onChange={onChooseAll}
            />
          )}
        </span>
        <span role="columnheader" aria-sort={order === 'priority' ? 'ascending' : 'none'}>
          <button type="button" onClick={() => onOrder('priority')}>
            {translate('column.priority')}
            <SortMark direction={order === 'priority' ? 'asc' : null} />
          </button>
        </span>
        <span role="columnheader" aria-sort={timeSort}>
          <button type="button" onClick={() => onOrder(order === 'newest' ? 'oldest' : 'newest')}>
            {translate('column.time')}
            <SortMark direction={timeDirection[order]} />
          </button>
        </span>
        <span role="columnheader">{translate('column.rule')}</span>
        <span role="columnheader">{translate('column.sensor')}</span>
        <span role="columnheader" className="alarm-right">
          {translate('column.value')}
        </span>
        <span role="columnheader" className="alarm-right alarm-head-now">
          {translate('column.now')}
        </span>
        <span role="columnheader" className="alarm-right">
          {translate('column.duration')}
        </span>
        <span role="columnheader">{translate('column.state')}</span>
        <span role="columnheader">
          <span className="visually-hidden">{translate('column.actions')}</span>
        </span>
      </div>
    </div>
  )
}
