import { useNavigate } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import { Icon } from '#kit/ui/icon.tsx'
import { MenuButton } from '#kit/ui/menu/menu-button.tsx'
import type { MenuChoice } from '#kit/ui/menu/menu-list.tsx'
import { isolated } from '#kit/web/formats/isolated.ts'
import type { BoardSummary } from '../../contract/board.ts'
import { usePageOrder } from './drawer/use-page-order.ts'
import type { PageDialogs } from './use-page-dialogs.tsx'

interface PageMenuProps {
  readonly pages: readonly BoardSummary[]
  readonly shown: BoardSummary
  readonly dialogs: PageDialogs
  readonly show: (id: string) => void
}

const actions = [
  ':add',
  ':rename',
  ':share',
  ':versions',
  ':up',
  ':down',
  ':delete',
  ':bin',
] as const
type Action = (typeof actions)[number]

/** On a phone, in the place of the drawer: the pages, and what can be done with them. */
export function PageMenu({ pages, shown, dialogs, show }: PageMenuProps) {
  const translate = useTranslations('pages.drawer')
  const order = usePageOrder(pages)
  const navigate = useNavigate()
  const name = isolated(shown.name)
  const place = pages.indexOf(shown)
  const labels: Readonly<Record<Action, string>> = {
    ':add': translate('add'),
    ':rename': translate('rename', { name }),
    ':share': translate('share', { name }),
    ':versions': translate('versions', { name }),
    ':up': translate('up', { name }),
    ':down': translate('down', { name }),
    ':delete': translate('delete', { name }),
    ':bin': translate('bin'),
  }
  const isOwn = shown.access === 'owner'
  const isOff: Readonly<Partial<Record<Action, boolean>>> = {
    ':rename': shown.access === 'read',
    ':share': !shown.mayShare,
    ':up': !isOwn || place === 0,
    ':down': !isOwn || place >= order.count - 1,
    ':delete': !isOwn,
  }
  const choices: readonly MenuChoice<string>[] = [
    ...pages.map(({ id, name: label }) => ({ value: id, label, isName: true })),
    ...actions.map((value) => ({
      ...{ value, label: labels[value], kind: 'action' as const },
      disabled: isOff[value] === true,
    })),
  ]
  const choose = (chosen: string) => {
    if (chosen === ':add') dialogs.add()
    else if (chosen === ':rename') dialogs.rename(shown)
    else if (chosen === ':share')
      void navigate({ to: '/boards/sharing/$id', params: { id: shown.id } })
    else if (chosen === ':versions') dialogs.openVersions(shown)
    else if (chosen === ':up') order.move(shown.id, place - 1)
    else if (chosen === ':down') order.move(shown.id, place + 1)
    else if (chosen === ':delete') dialogs.remove(shown)
    else if (chosen === ':bin') dialogs.openBin()
    else show(chosen)
  }
  return (
    <MenuButton
      className="button page-menu"
      label={translate('choose', { name })}
      choices={choices}
      current={shown.id}
      onChoose={choose}
    >
      <Icon name="pages" />
      <span className="clip words" dir="auto">
        {shown.name}
      </span>
      <Icon name="chevron-down" />
    </MenuButton>
  )
}
