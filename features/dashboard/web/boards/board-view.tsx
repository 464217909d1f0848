import { useMemo } from 'react'
import { useTranslations } from 'use-intl'
import type { Board } from '#features/pages/contract/board.ts'
import type { Sensor } from '#kit/model/sensor.ts'
import { Notice } from '#kit/ui/notice.tsx'
import { BoardFaults } from '#kit/web/boards/board-faults.tsx'
import { BoardGrid } from './board-grid.tsx'
import { normalizeWidgets } from './content/draft.ts'
import { useBoardContent } from './content/use-board-content.ts'
import { useWidgetName } from './use-widget-name.ts'

interface BoardViewProps {
  readonly board: Board
  readonly listed: readonly Sensor[]
}

/** A stored dashboard as it is looked at; what is wrong with it is shown, not changed. */
export function BoardView({ board, listed }: BoardViewProps) {
  const translate = useTranslations('dashboard.board')
  const content = useBoardContent(board.sensors, listed)
  const nameOf = useWidgetName(content)
  const { widgets, faults } = useMemo(() => normalizeWidgets(board.widgets), [board.widgets])
  const byId = new Map(widgets.map((widget) => [widget.id, widget]))
  if (widgets.length === 0)
    return (
      <div className="panel war-room-notice">
        <Notice icon="dashboard" title={translate('emptyTitle')}>
          <p>{translate(board.access === 'read' ? 'emptyShared' : 'emptyText')}</p>
        </Notice>
      </div>
    )
  return (
    <>
      <BoardFaults
        kind="dashboard"
        parts={[...faults].map(([id, fault]) => {
          const widget = byId.get(id)
          return { id, fault, name: widget ? nameOf(widget) : id }
        })}
      />
      <BoardGrid label={board.name} {...{ widgets, content, nameOf }} />
    </>
  )
}
