import { hashKey, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { FieldErrors } from '#kit/model/calls/errors.ts'
import { ApiError } from '#kit/web/calls/api-error.ts'
import { showFailure } from '#kit/web/calls/query.ts'
import { useLatest } from '#kit/web/screens/late-answers.ts'
import { useNavigateHere } from '#kit/web/screens/navigate-here.ts'
import { useInterrupted, useUnsaved } from '#kit/web/screens/unsaved.ts'
import { toast } from '#kit/web/toast.ts'
import { articlePath } from '../../contract/article-path.ts'
import type { ArticleDocument } from '../../contract/document.ts'
import type { EditableArticle } from '../../contract/writing-routes.ts'
import type { LinkedSensor } from '../../contract/fields.ts'
import { ownArticleQuery } from '../query-articles.ts'
import { useSaveArticle } from '../change-articles.ts'

const formName = 'article'

/** What is in the form. */
export interface ArticleDraft {
  readonly title: string
  readonly document: ArticleDocument
  readonly sensors: readonly LinkedSensor[]
  readonly rules: readonly number[]
}

/** What a session that ended leaves. */
interface InterruptedArticle {
  readonly draft: ArticleDraft
  readonly base: EditableArticle | null
}

const emptyDraft: ArticleDraft = {
  ...{ title: '', sensors: [], rules: [] },
  document: { type: 'doc', content: [{ type: 'paragraph' }] },
}

const draftOf = (article: EditableArticle | null): ArticleDraft =>
  article === null
    ? emptyDraft
    : (({ title, document, sensors, rules }) => ({ title, document, sensors, rules }))(article)

/** The same for drafts that say the same, whatever order the parts of their nodes are in. */
const identityOf = ({ title, document, sensors, rules }: ArticleDraft): string => {
  const sensorIds = sensors.map(({ id }) => id).toSorted((one, other) => one - other)
  return hashKey([title.trim(), document, sensorIds, rules.toSorted((one, other) => one - other)])
}

/**
 * The entries of an article, the version that they started from, and the saving of them. After a
 * conflict nothing is overwritten until the person says whose version counts.
 */
export function useArticleEditing(article: EditableArticle | null, product: string | null) {
  const interrupted = useInterrupted<InterruptedArticle>(formName)
  const [base, setBase] = useState(interrupted ? interrupted.base : article)
  const [draft, setDraft] = useState(interrupted?.draft ?? draftOf(base))
  /** What is written while the article is saved is not in what was sent. */
  const latest = useLatest(draft)
  /** The editor begins again with each. */
  const [beginning, setBeginning] = useState({ number: 0, document: draft.document })
  const [errors, setErrors] = useState<FieldErrors>({})
  const [theirs, setTheirs] = useState<EditableArticle | null>(null)
  const isDirty = identityOf(draft) !== identityOf(draftOf(base))
  const markSaved = useUnsaved(formName, isDirty, () => ({ draft, base }))

  const show = (shown: EditableArticle | null) => {
    const next = draftOf(shown)
    setBase(shown)
    setDraft(next)
    setBeginning(({ number }) => ({ number: number + 1, document: next.document }))
    setErrors({})
    setTheirs(null)
  }
  // What was published or saved elsewhere, while nothing is entered here.
  if (article !== null && base !== article && !isDirty && article.version >= (base?.version ?? 0)) {
    if (article.version !== base?.version) show(article)
    else setBase(article)
  }
  const { save, isPending } = useSaving(product, {
    onSaved: (saved, sent) => {
      const isWhole = latest.current === sent
      const isMoving = article === null && isWhole
      // Another new one begins empty; this one goes on at its own address.
      if (isMoving) show(null)
      else setBase(saved)
      setErrors({})
      setTheirs(null)
      if (isWhole) markSaved()
      return isMoving
    },
    onRefused: setErrors,
    onConflict: setTheirs,
  })
  return {
    ...{ base, draft, beginning, errors, isDirty, isPending },
    change: (part: Partial<ArticleDraft>) => {
      setErrors({})
      setDraft((now) => ({ ...now, ...part }))
    },
    discard: () => show(base),
    /** Another version that the server has; what was entered meanwhile stays. */
    showRestored: (restored: EditableArticle) => {
      if (identityOf(latest.current) === identityOf(draftOf(base))) show(restored)
    },
    save: () => save(draft, base),
    conflict: theirs && {
      takeTheirs: () => show(theirs),
      keepMine: () => save(draft, theirs),
    },
  }
}

async function fetchNewest(
  client: ReturnType<typeof useQueryClient>,
  id: number,
): Promise<EditableArticle | null> {
  try {
    return (await client.fetchQuery({ ...ownArticleQuery(id), staleTime: 0 })).data
  } catch {
    return null
  }
}

interface SavingEvents {
  /** Gives whether the article goes on at its own address. */
  readonly onSaved: (saved: EditableArticle, sent: ArticleDraft) => boolean
  readonly onRefused: (errors: FieldErrors) => void
  readonly onConflict: (newest: EditableArticle) => void
}

function useSaving(product: string | null, { onSaved, onRefused, onConflict }: SavingEvents) {
  const translate = useTranslations('articles.write')
  const navigate = useNavigateHere()
  const client = useQueryClient()
  const { mutate, isPending } = useSaveArticle(product ?? '')
  const refuse = async (error: Error, base: EditableArticle | null) => {
    if (error instanceof ApiError && error.code === 'conflict' && base) {
      const newest = await fetchNewest(client, base.id)
      if (newest) return onConflict(newest)
    }
    if (error instanceof ApiError && Object.keys(error.errors).length > 0) onRefused(error.errors)
    else await showFailure(error)
  }
  const save = (sent: ArticleDraft, base: EditableArticle | null) => {
    if (isPending) return
    const { sensors, ...draft } = sent
    const entries = { ...draft, sensors: sensors.map(({ id }) => id), rules: [...draft.rules] }
    mutate(
      { ...entries, base },
      {
        onSuccess: (saved) => {
          const isMoving = onSaved(saved, sent)
          toast('success', translate('saved'))
          if (isMoving) void navigate({ to: articlePath(saved.product, saved.id), replace: true })
        },
        onError: (error) => void refuse(error, base),
      },
    )
  }
  return { save, isPending }
}
