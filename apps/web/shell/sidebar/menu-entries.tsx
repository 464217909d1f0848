import { Link, useRouterState } from '@tanstack/react-router'
import { useId, useState } from 'react'
import { Icon, isIconName } from '#kit/ui/icon.tsx'
import { rovingFocus } from '#kit/ui/roving-focus.ts'
import { ExternalEntry } from './external-entry.tsx'
import { MenuFlyout } from './menu-flyout.tsx'
import type { MenuEntry, MenuGroup, MenuLink } from '../../routes/menu.ts'
import { plainPath } from '../../routes/route-table.ts'
import { useMenu } from '../../routes/use-routes.ts'
import { useTitle } from '../../routes/use-title.ts'

interface MenuEntriesProps {
  /** Icons alone: the links of a group appear beside its icon. */
  readonly isFolded: boolean
  readonly onChoose: () => void
}

/** The entries of the person's menu: what is behind gates, a line, and what everybody has. */
export function MenuEntries({ isFolded, onChoose }: MenuEntriesProps) {
  const menu = useMenu()
  const common = { isFolded, onChoose: () => onChoose() }
  if (menu === undefined) return <div className="sidebar-menu" />
  return (
    <div className="sidebar-menu words" ref={rovingFocus}>
      <EntryList entries={menu.gated} {...common} />
      {menu.gated.length > 0 && menu.base.length > 0 && <hr />}
      <EntryList entries={menu.base} {...common} />
    </div>
  )
}

interface EntryListProps extends MenuEntriesProps {
  readonly entries: readonly MenuEntry[]
}

function EntryList({ entries, isFolded, onChoose }: EntryListProps) {
  return (
    <ul>
      {entries.map((entry) =>
        entry.kind === 'group' ? (
          <GroupItem key={entry.path} group={entry} isFolded={isFolded} onChoose={onChoose} />
        ) : (
          <li key={entry.path}>
            <EntryLink link={entry} onChoose={onChoose} />
          </li>
        ),
      )}
    </ul>
  )
}

/**
 * Path of the screen that is shown, or of the one on whose ground it stands:
 * `/administrator/users/edit/5` is at users.
 */
function useIsAt(): (link: MenuLink) => boolean {
  const path = plainPath(useRouterState({ select: (state) => state.location.pathname }))
  return (link) => path === link.path || path.startsWith(`${link.path}/`)
}

function EntryLink({ link, onChoose }: { readonly link: MenuLink; readonly onChoose: () => void }) {
  const title = useTitle()
  const isAt = useIsAt()
  const name = title(link)
  const icon = isIconName(link.icon) ? link.icon : 'document'
  if (link.external !== undefined)
    return <ExternalEntry href={link.external} {...{ icon, name, onChoose }} />
  return (
    <Link
      to={link.path}
      title={name}
      activeProps={{}}
      aria-current={isAt(link) ? 'page' : undefined}
      onClick={onChoose}
    >
      <Icon name={icon} />
      <span>{name}</span>
    </Link>
  )
}

interface GroupItemProps extends MenuEntriesProps {
  readonly group: MenuGroup
}

function GroupItem({ group, isFolded, onChoose }: GroupItemProps) {
  const id = useId()
  const title = useTitle()
  const isAt = useIsAt()
  const isWithin = group.links.some(isAt)
  const [chosen, setChosen] = useState<boolean | null>(null)
  const isOpen = !isFolded && (chosen ?? isWithin)
  const name = title(group)
  const icon = <Icon name={isIconName(group.icon) ? group.icon : 'document'} />
  if (isFolded) {
    return (
      <MenuFlyout name={name} icon={group.icon} isWithin={isWithin}>
        {(close) => (
          <ul>
            {group.links.map((link) => (
              <li key={link.path}>
                <EntryLink
                  link={link}
                  onChoose={() => {
                    close()
                    onChoose()
                  }}
                />
              </li>
            ))}
          </ul>
        )}
      </MenuFlyout>
    )
  }
  return (
    <li>
      <button
        type="button"
        className="menu-group"
        aria-expanded={isOpen}
        aria-controls={id}
        data-within={isWithin && !isOpen ? '' : undefined}
        onClick={() => setChosen(!isOpen)}
      >
        {icon}
        <span>{name}</span>
        <Icon name={isOpen ? 'chevron-down' : 'chevron-right'} size={12} className="menu-end" />
      </button>
      <ul id={id} className="menu-sub" hidden={!isOpen}>
        {group.links.map((link) => (
          <li key={link.path}>
            <EntryLink link={link} onChoose={onChoose} />
          </li>
        ))}
      </ul>
    </li>
  )
}
