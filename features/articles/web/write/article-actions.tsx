import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { Icon } from '#kit/ui/icon.tsx'
import { toast } from '#kit/web/toast.ts'
import { articlesPath } from '../../contract/article-path.ts'
import type { EditableArticle } from '../../contract/writing-routes.ts'
import { usePublishArticle } from '../change-articles.ts'
import { RemoveArticleDialog } from './remove-dialog.tsx'
import type { useArticleEditing } from './use-article-editing.ts'
import { VersionsDialog } from './versions-dialog.tsx'

interface ArticleActionsProps {
  readonly editing: ReturnType<typeof useArticleEditing>
  readonly product: string | null
}

/** The actions on the article in its present state. */
export function ArticleActions({ editing, product }: ArticleActionsProps) {
  const translate = useTranslations('articles.write')
  const { base, isDirty, isPending, save, discard } = editing
  const isOff = !isDirty || isPending
  return (
    <header className="article-actions">
      <Link to={articlesPath(product)} className="article-actions-back">
        <Icon name="back" size={14} />
        {translate('title')}
      </Link>
      <span className="own-article-state" data-state={stateOf(base)} role="status">
        {translate(isDirty ? 'unsaved' : `states.${stateOf(base)}`)}
      </span>
      <span className="grow" />
      {base && <Stored article={base} editing={editing} product={product} />}
      <button
        type="button"
        className="button"
        aria-disabled={isOff}
        onClick={isOff ? noop : discard}
      >
        {translate('discard')}
      </button>
      <button
        type="button"
        className="button primary"
        aria-disabled={isOff}
        onClick={isOff ? noop : save}
      >
        {translate('save')}
      </button>
    </header>
  )
}

const noop = () => {}

function stateOf(article: EditableArticle | null) {
  if (article === null || article.publishedVersion === null) return 'draft'
  return article.publishedVersion === article.version ? 'published' : 'changed'
}

interface StoredProps extends ArticleActionsProps {
  readonly article: EditableArticle
}

/** Actions on a stored article: publish, show versions, remove. */
function Stored({ article, editing, product }: StoredProps) {
  const translate = useTranslations('articles.write')
  const { mutate, isPending } = usePublishArticle()
  const [open, setOpen] = useState<'versions' | 'remove' | null>(null)
  const { id, version, publishedVersion } = article
  const publish = (isPublished: boolean) => {
    if (isPending || (isPublished && editing.isDirty)) return
    mutate(
      { id, version, isPublished },
      { onSuccess: () => toast('success', translate(isPublished ? 'published' : 'withdrawn')) },
    )
  }
  return (
    <>
      <button
        type="button"
        className="icon-button"
        title={translate('remove')}
        aria-label={translate('remove')}
        onClick={() => setOpen('remove')}
      >
        <Icon name="trash" />
      </button>
      <button type="button" className="button" onClick={() => setOpen('versions')}>
        <Icon name="versions" />
        {translate('versions')}
      </button>
      {publishedVersion !== null && (
        <>
          <Link to="/articles/$id" params={{ id: String(id) }} className="button">
            <Icon name="eye" />
            {translate('view')}
          </Link>
          <button type="button" className="button" onClick={() => publish(false)}>
            {translate('withdraw')}
          </button>
        </>
      )}
      {publishedVersion !== version && (
        <button
          type="button"
          className="button"
          title={editing.isDirty ? translate('saveFirst') : undefined}
          aria-disabled={editing.isDirty || isPending}
          onClick={() => publish(true)}
        >
          {translate('publish')}
        </button>
      )}
      {open === 'versions' && (
        <VersionsDialog article={article} editing={editing} onClose={() => setOpen(null)} />
      )}
      {open === 'remove' && (
        <RemoveArticleDialog article={article} product={product} onClose={() => setOpen(null)} />
      )}
    </>
  )
}
