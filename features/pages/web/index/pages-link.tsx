import { Link } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'

/** Leads to the home pages from where there is nothing to see. */
export function PagesLink() {
  const translate = useTranslations('pages')
  return (
    <Link to="/warroomIndex" className="button">
      {translate('title')}
    </Link>
  )
}
