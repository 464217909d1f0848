import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { ApiError } from '#kit/web/calls/api-error.ts'
import { useScreenName } from '#kit/web/screens/screen-name.ts'
import { FailureNotice } from '#kit/web/screens/failure-notice.tsx'
import { Notice } from '#kit/ui/notice.tsx'
import { pageQuery } from '../calls/query-pages.ts'
import { PagesLink } from '../index/pages-link.tsx'
import { PageEditor } from './editor.tsx'

/** `/warroomIndex/edit/{id}`: the areas of a page, and every sensor that can be added to them. */
export default function EditScreen() {
  const { id = '' }: { readonly id?: string } = useParams({ strict: false })
  return <EditOf key={id} id={id} />
}

function EditOf({ id }: { readonly id: string }) {
  const translate = useTranslations('pages.edit')
  const common = useTranslations('common')
  const page = useQuery(pageQuery(id))
  useScreenName(`/warroomIndex/edit/${id}`, page.data?.name)
  const isGone = page.error instanceof ApiError && page.error.status === 404
  const mayEdit = page.data !== undefined && page.data.access !== 'read' && !isGone
  const [isBegun, setBegun] = useState(mayEdit)
  if (mayEdit && !isBegun) setBegun(true)
  // What somebody has begun is not taken away from them when the page is.
  if (page.data && (mayEdit || isBegun)) return <PageEditor board={page.data} isClosed={!mayEdit} />
  if (page.data && !isGone)
    return (
      <Notice
        icon="lock"
        title={translate('readOnly')}
        isFailure
        action={
          <Link className="button" to="/warroomIndex" search={{ page: id }}>
            {translate('show')}
          </Link>
        }
      >
        <p>{translate('readOnlyText', { owner: page.data.owner })}</p>
      </Notice>
    )
  if (page.isError)
    return (
      <FailureNotice
        error={page.error}
        onRetry={() => void page.refetch()}
        missing={{ title: translate('missing'), text: translate('missingText') }}
        wayBack={<PagesLink />}
      />
    )
  return (
    <div role="status" className="pages-loading">
      <span className="visually-hidden">{common('loading')}</span>
      <div className="skeleton area" />
      <div className="skeleton area" />
    </div>
  )
}
