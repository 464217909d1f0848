import { useNavigate } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import { ConfirmDialog } from '#kit/ui/dialog/confirm-dialog.tsx'
import { isolated } from '#kit/web/formats/isolated.ts'
import { toast } from '#kit/web/toast.ts'
import { articlesPath } from '../../contract/article-path.ts'
import type { EditableArticle } from '../../contract/writing-routes.ts'
import { useRemoveArticle } from '../change-articles.ts'

interface RemoveArticleDialogProps {
  readonly article: EditableArticle
  readonly product: string | null
  readonly onClose: () => void
}

/** Asks before an article goes with all its versions. */
export function RemoveArticleDialog({ article, product, onClose }: RemoveArticleDialogProps) {
  const translate = useTranslations('articles.write')
  const navigate = useNavigate()
  const { mutate, isPending } = useRemoveArticle()
  const remove = () =>
    mutate(article.id, {
      onSuccess: () => {
        toast('success', translate('removed'))
        void navigate({ to: articlesPath(product), replace: true })
      },
      onError: onClose,
    })
  return (
    <ConfirmDialog
      title={translate('removeTitle')}
      text={translate('removeText', { title: isolated(article.title) })}
      confirm={translate('remove')}
      cancel={translate('cancel')}
      isPending={isPending}
      onConfirm={remove}
      onClose={onClose}
    />
  )
}
