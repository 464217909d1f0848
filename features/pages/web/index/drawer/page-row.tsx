import { Link } from '@tanstack/react-router'
import type { DragEvent, KeyboardEvent } from 'react'
import { useTranslations } from 'use-intl'
import { Icon, type IconName } from '#kit/ui/icon.tsx'
import { isolated } from '#kit/web/formats/isolated.ts'
import type { BoardSummary } from '../../../contract/board.ts'
import type { PageDialogs } from '../use-page-dialogs.tsx'
import type { PageOrder } from './use-page-order.ts'

interface PageRowProps {
  readonly page: BoardSummary
  readonly isShown: boolean
  readonly dialogs: PageDialogs
  readonly order: PageOrder
  /** In the list, from 0. */
  readonly place: number
}

/**
 * A page in the drawer; the one that is shown has the tools that its access allows. An own one is
 * moved by dragging, by its buttons, and with Alt and an arrow key.
 */
export function PageRow({ page, isShown, dialogs, order, place }: PageRowProps) {
  const { id, name, access } = page
  const isOwn = access === 'owner'
  const drop = {
    onDragOver: (event: DragEvent) => {
      if (order.lifted === null) return
      event.preventDefault()
      event.dataTransfer.dropEffect = 'move'
    },
    onDrop: (event: DragEvent) => {
      event.preventDefault()
      if (order.lifted !== null) order.move(order.lifted, place)
      order.lift(null)
    },
  }
  const drag = {
    draggable: isOwn,
    onDragStart: (event: DragEvent) => {
      event.dataTransfer.effectAllowed = 'move'
      order.lift(id)
    },
    onDragEnd: () => order.lift(null),
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (!event.altKey || !(event.key === 'ArrowUp' || event.key === 'ArrowDown')) return
    event.preventDefault()
    order.move(id, place + (event.key === 'ArrowUp' ? -1 : 1))
  }
  return (
    <li
      className="page-row"
      data-shown={isShown ? '' : undefined}
      data-lifted={order.lifted === id ? '' : undefined}
      {...drop}
    >
      <Link
        to="/warroomIndex"
        search={{ page: id }}
        replace
        aria-current={isShown ? 'page' : undefined}
        aria-keyshortcuts={isOwn ? 'Alt+ArrowUp Alt+ArrowDown' : undefined}
        title={name}
        onKeyDown={onKeyDown}
        {...drag}
      >
        <span className="page-row-name words" dir="auto">
          {name}
        </span>
      </Link>
      {isShown && access !== 'read' && <PageTools {...{ page, dialogs, order, place }} />}
    </li>
  )
}

function PageTools({ page, dialogs, order, place }: Omit<PageRowProps, 'isShown'>) {
  const translate = useTranslations('pages.drawer')
  const name = isolated(page.name)
  const move = (steps: number) => order.move(page.id, place + steps)
  const isLast = place === order.count - 1
  const rename = (
    <Tool icon="edit" label={translate('rename', { name })} onPress={() => dialogs.rename(page)} />
  )
  // Of somebody else's page only the name can be changed here.
  if (page.access !== 'owner') return <div className="page-tools">{rename}</div>
  return (
    <div className="page-tools">
      {rename}
      <Tool
        icon="up"
        label={translate('up', { name })}
        isOff={place === 0}
        onPress={() => move(-1)}
      />
      <Tool
        icon="down"
        label={translate('down', { name })}
        isOff={isLast}
        onPress={() => move(1)}
      />
      <Tool
        icon="trash"
        label={translate('delete', { name })}
        onPress={() => dialogs.remove(page)}
      />
    </div>
  )
}

interface ToolProps {
  readonly icon: IconName
  readonly label: string
  readonly isOff?: boolean
  readonly onPress: () => void
}

function Tool({ icon, label, isOff = false, onPress }: ToolProps) {
  return (
    <button
      type="button"
      className="icon-button small"
      aria-label={label}
      title={label}
      // Stays in reach of the keys: who moved a page to the end goes back from there.
      aria-disabled={isOff}
      onClick={() => {
        if (!isOff) onPress()
      }}
    >
      <Icon name={icon} />
    </button>
  )
}
