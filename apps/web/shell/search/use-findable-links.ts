import { useMemo } from 'react'
import type { MenuLink } from '../../routes/menu.ts'
import { useMenu } from '../../routes/use-routes.ts'
import { useTitle } from '../../routes/use-title.ts'
import type { searchMenu } from './search-menu.ts'

export type SearchMenu = typeof searchMenu

export interface FindableLink {
  /** As it is read: the group's title first, where there is one. */
  readonly title: string
  readonly path: string
  readonly external?: string
}

/** The entries of the person's menu, in their language. */
export function useFindableLinks(): readonly FindableLink[] {
  const menu = useMenu()
  const title = useTitle()
  return useMemo(() => {
    const found = (link: MenuLink, group?: string): FindableLink => ({
      path: link.path,
      title: group === undefined ? title(link) : `${group} › ${title(link)}`,
      ...(link.external !== undefined && { external: link.external }),
    })
    return [...(menu?.gated ?? []), ...(menu?.base ?? [])].flatMap((entry) =>
      entry.kind === 'group'
        ? entry.links.map((link) => found(link, title(entry)))
        : [found(entry)],
    )
  }, [menu, title])
}
