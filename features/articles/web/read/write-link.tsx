import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import { currentUser } from '#features/accounts/contract/sign-in.ts'
import { passesGate } from '#kit/model/gate.ts'
import { administratorMenuGate } from '#kit/model/permission.ts'
import { Icon } from '#kit/ui/icon.tsx'
import { fetchedOnce, queryOf, replyData } from '#kit/web/calls/query-of.ts'
import { articlesPath } from '../../contract/article-path.ts'

/** The way to where articles of no product are written, for whoever may open it. */
export function WriteLink() {
  const translate = useTranslations('articles.read')
  const query = { ...queryOf(currentUser, {}), ...fetchedOnce, meta: { quiet: true } }
  const { data: person } = useQuery({ ...query, select: replyData })
  const mayOpen =
    person !== undefined &&
    passesGate({ permissions: ['manage article'] }, person) &&
    passesGate(administratorMenuGate, person)
  if (!mayOpen) return null
  return (
    <Link to={articlesPath(null)} className="button">
      <Icon name="edit" />
      {translate('write')}
    </Link>
  )
}
