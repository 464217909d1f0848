import { useTranslations } from 'use-intl'
import { screenAt, type RouteTable } from '../../routes/route-table.ts'
import { useTitle } from '../../routes/use-title.ts'
import { untitled, type View } from './tab-list.ts'

/** Gives the words on a view's tab. */
export function useViewTitle(table: RouteTable): (view: View) => string {
  const translate = useTranslations('shell.tabs')
  const title = useTitle()
  return (view) => {
    const opened = screenAt(view.path, table)
    if (opened === undefined || view.title === untitled) return translate('noName')
    return title(opened.screen, opened.parameters)
  }
}
