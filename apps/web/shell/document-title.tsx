import { useLocation } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useTranslations } from 'use-intl'
import { isolated } from '#kit/web/formats/isolated.ts'
import { useScreenNames } from '#kit/web/screens/screen-name.ts'
import { useCurrentTitle } from '../routes/use-title.ts'

/** Sets the title of the browser's tab: the screen and what it is about, then the product. */
export function DocumentTitle() {
  const product = useTranslations('common')('productName')
  const translate = useTranslations('shell')
  const { pathname } = useLocation()
  const screen = useCurrentTitle()
  const name = useScreenNames(({ byPath }) => byPath.get(pathname))
  const title =
    pathname === '/404'
      ? translate('notFound.title')
      : pathname === '/401'
        ? translate('noPermission.title')
        : screen !== undefined && name
          ? translate('tabs.named', { title: screen, name: isolated(name) })
          : screen
  useEffect(() => {
    document.title = title === undefined ? product : `${title} · ${product}`
  }, [title, product])
  return null
}
