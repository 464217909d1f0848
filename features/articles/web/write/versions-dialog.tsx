import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { CloseButton, ModalDialog } from '#kit/ui/dialog/modal-dialog.tsx'
import { Skeleton } from '#kit/ui/skeleton.tsx'
import { queryOf, replyData } from '#kit/web/calls/query-of.ts'
import { useFormat } from '#kit/web/formats/use-format.ts'
import { useCloseOnce } from '#kit/web/screens/late-answers.ts'
import { FailureNotice } from '#kit/web/screens/failure-notice.tsx'
import { toast } from '#kit/web/toast.ts'
import {
  listArticleVersions,
  readArticleVersion,
  type EditableArticle,
} from '../../contract/writing-routes.ts'
import { DocumentView } from '../document-view.tsx'
import { useRestoreArticle } from '../change-articles.ts'
import type { useArticleEditing } from './use-article-editing.ts'

interface VersionsDialogProps {
  readonly article: EditableArticle
  readonly editing: ReturnType<typeof useArticleEditing>
  readonly onClose: () => void
}

/** Every version that is kept, its content, and the way back to it. */
export function VersionsDialog({ article, editing, onClose }: VersionsDialogProps) {
  const translate = useTranslations('articles.write')
  const { id, version } = article
  const [shown, setShown] = useState(version)
  const { mutate, isPending } = useRestoreArticle()
  const closeOnce = useCloseOnce(onClose)
  const isOff = shown === version || editing.isDirty || isPending
  const restore = () => {
    if (isOff) return
    mutate(
      { id, version, from: shown },
      {
        onSuccess: (saved) => {
          editing.showRestored(saved)
          toast('success', translate('restored', { version: shown }))
          closeOnce()
        },
      },
    )
  }
  return (
    <ModalDialog
      isWide
      title={translate('versions')}
      onClose={closeOnce}
      onSubmit={restore}
      footer={
        <>
          {editing.isDirty && <small className="grow">{translate('saveFirst')}</small>}
          <CloseButton>{translate('close')}</CloseButton>
          <button type="submit" className="button primary" aria-disabled={isOff}>
            {translate('restore')}
          </button>
        </>
      }
    >
      <div className="article-versions">
        <Versions id={id} shown={shown} onShow={setShown} />
        <VersionText key={shown} id={id} version={shown} />
      </div>
    </ModalDialog>
  )
}

interface VersionsProps {
  readonly id: number
  readonly shown: number
  readonly onShow: (version: number) => void
}

function Versions({ id, shown, onShow }: VersionsProps) {
  const translate = useTranslations('articles.write')
  const format = useFormat()
  const query = useQuery({
    ...queryOf(listArticleVersions, { params: { id } }),
    select: replyData,
    meta: { quiet: true },
  })
  if (!query.data)
    return query.isError ? (
      <FailureNotice error={query.error} onRetry={() => void query.refetch()} />
    ) : (
      <Skeleton width="100%" height="200px" />
    )
  return (
    <ol className="article-versions-list">
      {query.data.map(({ version, savedAt, savedBy, isPublished }) => (
        <li key={version}>
          <button type="button" aria-pressed={version === shown} onClick={() => onShow(version)}>
            <b className="number">{translate('version', { version })}</b>
            {isPublished && <span className="tag">{translate('states.published')}</span>}
            <small className="number">{format.dateTime(savedAt)}</small>
            <small>{savedBy ?? translate('goneAccount')}</small>
          </button>
        </li>
      ))}
    </ol>
  )
}

function VersionText({ id, version }: { readonly id: number; readonly version: number }) {
  const query = useQuery({
    ...queryOf(readArticleVersion, { params: { id, version } }),
    select: replyData,
    meta: { quiet: true },
  })
  if (!query.data)
    return query.isError ? (
      <FailureNotice error={query.error} onRetry={() => void query.refetch()} />
    ) : (
      <Skeleton width="100%" height="200px" />
    )
  return (
    <div className="article-versions-text">
      <h3 dir="auto">{query.data.title}</h3>
      <DocumentView document={query.data.document} />
    </div>
  )
}
