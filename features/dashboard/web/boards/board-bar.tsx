import { useTranslations } from 'use-intl'
import type { BoardSummary } from '#features/pages/contract/board.ts'
import { Icon } from '#kit/ui/icon.tsx'
import { MenuButton } from '#kit/ui/menu/menu-button.tsx'
import type { MenuChoice } from '#kit/ui/menu/menu-list.tsx'
import { isNarrowQuery, useMedia } from '#kit/web/browser/use-media.ts'
import { PastButton } from '#kit/web/past/past-button.tsx'
import { WallButton } from '#kit/web/wall/wall-button.tsx'
import './board-bar.css'

export type BoardAction =
  | 'newArranged'
  | 'newEmpty'
  | 'copy'
  | 'template'
  | 'noTemplate'
  | 'share'
  | 'versions'
  | 'delete'
  | 'bin'

/** What the bar says of the dashboard that is shown. */
type ShownBoard = Pick<BoardSummary, 'id' | 'name' | 'access' | 'owner' | 'isTemplate' | 'mayShare'>

interface BoardBarProps {
  readonly dashboards: readonly BoardSummary[]
  /** Null: the automatic arrangement. */
  readonly shown: ShownBoard | null
  /** What is shown is of the past: it is looked at. */
  readonly isPast: boolean
  /** Which one is shown, or what it says, is not known yet. */
  readonly isLoading: boolean
  readonly onShow: (id: string | null) => void
  readonly onWall: (isOn: boolean) => void
  readonly onEdit: () => void
  readonly onAction: (action: BoardAction) => void
  /** Begins a dashboard with a copy of this one. */
  readonly onTemplate: (id: string) => void
}

const automatic = ''

/** Which dashboard is shown, and what can be done with it. */
export function BoardBar(props: BoardBarProps) {
  const { dashboards, shown, isPast, isLoading, onShow, onWall, onEdit } = props
  const isNarrow = useMedia(isNarrowQuery)
  const translate = useTranslations('dashboard.board')
  const own = dashboards.filter(({ access }) => access === 'owner')
  const shared = dashboards.filter(({ access }) => access !== 'owner')
  return (
    <div className="board-bar">
      <label className="input board-choice">
        <span className="visually-hidden">{translate('choose')}</span>
        <select
          value={shown?.id ?? automatic}
          onChange={({ target }) => onShow(target.value === automatic ? null : target.value)}
        >
          <option value={automatic}>{translate('automatic')}</option>
          <Group label={translate('mine')} dashboards={own} />
          <Group label={translate('shared')} dashboards={shared} />
        </select>
      </label>
      {shown && shown.access !== 'owner' && (
        <span className="board-note">{translate('sharedBy', { name: shown.owner })}</span>
      )}
      {shown?.isTemplate && <span className="tag">{translate('templateTag')}</span>}
      <span className="board-space" />
      <PastButton />
      {!isNarrow && <WallButton kind={shown && 'dashboard'} setWall={onWall} />}
      {!isPast && (shown === null || shown.access !== 'read') && (
        <button type="button" className="button" disabled={isLoading} onClick={onEdit}>
          <Icon name="edit" />
          {translate(shown === null ? 'arrangeMyself' : 'edit')}
        </button>
      )}
      {!isPast && <BoardMenu {...props} />}
    </div>
  )
}

function Group({
  label,
  dashboards,
}: {
  readonly label: string
  readonly dashboards: readonly BoardSummary[]
}) {
  if (dashboards.length === 0) return null
  return (
    <optgroup label={label}>
      {dashboards.map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </optgroup>
  )
}

const templatePrefix = 'template:'

function BoardMenu({ dashboards, shown, onAction, onTemplate }: BoardBarProps) {
  const translate = useTranslations('dashboard.board')
  const actions = actionsFor(shown)
  const templates = dashboards.filter(({ isTemplate }) => isTemplate)
  const choices: readonly MenuChoice<string>[] = [
    ...actions.map((action) => ({
      value: action,
      label: translate(`actions.${action}`),
      kind: 'action' as const,
    })),
    ...(templates.length > 0
      ? [{ value: ':templates', label: translate('fromTemplate'), kind: 'heading' as const }]
      : []),
    ...templates.map(({ id, name }) => ({
      value: `${templatePrefix}${id}`,
      label: name,
      isName: true,
      kind: 'action' as const,
    })),
  ]
  return (
    <MenuButton
      className="icon-button board-more"
      label={translate('more')}
      choices={choices}
      onChoose={(chosen) => {
        const action = actions.find((each) => each === chosen)
        if (action) onAction(action)
        else onTemplate(chosen.slice(templatePrefix.length))
      }}
    >
      <Icon name="more" />
    </MenuButton>
  )
}

function actionsFor(shown: ShownBoard | null): readonly BoardAction[] {
  const create = ['newArranged', 'newEmpty'] as const
  if (shown === null) return [...create, 'bin']
  const share = shown.mayShare ? (['share'] as const) : []
  if (shown.access !== 'owner') return [...create, 'copy', ...share, 'versions', 'bin']
  const template = shown.isTemplate ? 'noTemplate' : 'template'
  return [...create, 'copy', template, ...share, 'versions', 'delete', 'bin']
}
