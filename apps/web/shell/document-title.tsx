import { useEffect } from 'react'
import { useTranslations } from 'use-intl'
import { useCurrentTitle } from '../routes/use-title.ts'

/** Keeps the title of the browser's tab: the screen, then the product. */
export function DocumentTitle() {
  const product = useTranslations('common')('productName')
  const title = useCurrentTitle()
  useEffect(() => {
    document.title = title === undefined ? product : `${title} · ${product}`
  }, [title, product])
  return null
}
