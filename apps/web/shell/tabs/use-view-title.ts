import { useTranslations } from 'use-intl'
import { isolated } from '#kit/web/formats/isolated.ts'
import { useScreenNames } from '#kit/web/screens/screen-name.ts'
import { screenAt, type RouteTable } from '../../routes/route-table.ts'
import { useTitle } from '../../routes/use-title.ts'
import { untitled, type View } from './tab-list.ts'

/** Gives the words on a view's tab: its title, and what it is about where its screen says that. */
export function useViewTitle(table: RouteTable): (view: View) => string {
  const translate = useTranslations('shell.tabs')
  const title = useTitle()
  const names = useScreenNames(({ byPath }) => byPath)
  return (view) => {
    const opened = screenAt(view.path, table)
    if (opened === undefined || view.title === untitled) return translate('noName')
    const words = title(opened.screen, opened.parameters)
    const name = names.get(view.path)
    return name ? translate('named', { title: words, name: isolated(name) }) : words
  }
}
