import { useLocation } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useTranslations } from 'use-intl'
import { useCurrentTitle } from '../routes/use-title.ts'

/** Sets the title of the browser's tab: the screen, then the product. */
export function DocumentTitle() {
  const product = useTranslations('common')('productName')
  const translate = useTranslations('shell')
  const { pathname } = useLocation()
  const screen = useCurrentTitle()
  const title =
    pathname === '/404'
      ? translate('notFound.title')
      : pathname === '/401'
        ? translate('noPermission.title')
        : screen
  useEffect(() => {
    document.title = title === undefined ? product : `${title} · ${product}`
  }, [title, product])
  return null
}
