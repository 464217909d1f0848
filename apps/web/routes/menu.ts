import { isExternalLink } from '#kit/model/address.ts'
import type { Rights } from '#kit/model/gate.ts'
import type { ScreenRoute } from '#kit/web/screens/manifest.ts'
import { allowedScreens, type RouteTable } from './route-table.ts'

interface Named {
  /** Key of the title in the catalogues. */
  readonly title: string
  readonly titleValues?: Readonly<Record<string, string>>
  readonly icon: string
  readonly path: string
}

/** An entry that leads somewhere. */
export interface MenuLink extends Named {
  readonly kind: 'link'
  /** Opens another site, in a new tab of the browser. */
  readonly external?: string
}

/** An entry that unfolds into links. */
export interface MenuGroup extends Named {
  readonly kind: 'group'
  readonly links: readonly MenuLink[]
}

export type MenuEntry = MenuLink | MenuGroup

/** The menu: what is behind gates, then what every signed-in person has. */
export interface Menu {
  readonly gated: readonly MenuEntry[]
  readonly base: readonly MenuEntry[]
}

/**
 * The menu of a person: screens that are not hidden and that they may open, in the order of the
 * manifests. A group with one of them is that one, as a direct link.
 */
export function menuOf(
  person: Rights,
  table: RouteTable,
  site: { readonly guideUrl: string | null },
): Menu {
  const shown = allowedScreens(person, table).filter(
    (screen) => screen.hidden !== true && screen.gate !== 'public',
  )
  const isBase = (screen: ScreenRoute) => screen.group === undefined && screen.gate === 'signed-in'
  return {
    gated: entriesOf(
      shown.filter((screen) => !isBase(screen)),
      table,
      site,
    ),
    base: entriesOf(shown.filter(isBase), table, site),
  }
}

function entriesOf(
  screens: readonly ScreenRoute[],
  table: RouteTable,
  site: { readonly guideUrl: string | null },
): readonly MenuEntry[] {
  const byGroup = Map.groupBy(screens, (screen) => screen.group ?? screen.path)
  return [...byGroup].flatMap(([path, members]): readonly MenuEntry[] => {
    const group = table.groups.get(path)
    const links = members.map((screen) => linkOf(screen, site))
    const [only] = links
    if (group === undefined || links.length === 1) return only === undefined ? [] : links
    return [{ kind: 'group', path, title: group.title, icon: group.icon, links }]
  })
}

function linkOf(
  { path, title, titleValues, icon, external }: ScreenRoute,
  site: { readonly guideUrl: string | null },
): MenuLink {
  const address = external?.(site)
  return {
    kind: 'link',
    path,
    title,
    icon,
    ...(titleValues && { titleValues }),
    ...(address && isExternalLink(address) && { external: address }),
  }
}

/** Every link of a menu, those inside groups too. */
export function menuLinks({ gated, base }: Menu): readonly MenuLink[] {
  return [...gated, ...base].flatMap((entry) => (entry.kind === 'group' ? entry.links : [entry]))
}
