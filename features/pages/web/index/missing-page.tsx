import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { Notice } from '#kit/ui/notice.tsx'
import { pagesQuery } from '../calls/query-pages.ts'
import { PagesLink } from './pages-link.tsx'

/** In the place of a page that the address names and that is none of the person's. */
export function MissingPage() {
  const translate = useTranslations('pages')
  // It may be newer than the list.
  const { isFetching } = useQuery({ ...pagesQuery, staleTime: 0 })
  if (isFetching) return <div className="skeleton" role="status" />
  return (
    <Notice icon="search" title={translate('edit.missing')} action={<PagesLink />} isFailure>
      <p>{translate('edit.missingText')}</p>
    </Notice>
  )
}
