import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import { currentUser } from '#features/accounts/contract/sign-in.ts'
import { passesGate } from '#kit/model/gate.ts'
import { archiveGate, reportGate } from '#kit/model/permission.ts'
import { fetchedOnce, queryOf, replyData } from '#kit/web/calls/query-of.ts'

/** Leads to the other kinds of files, where the person may make them. */
export function OtherFiles() {
  const translate = useTranslations('exports')
  const user = useQuery({ ...queryOf(currentUser, {}), ...fetchedOnce, select: replyData }).data
  if (!user) return null
  return (
    <nav className="export-others" aria-label={translate('list.others')}>
      {passesGate(reportGate, user) && (
        <Link className="button small" to="/pdf">
          {translate('report.title')}
        </Link>
      )}
      {passesGate(archiveGate, user) && (
        <Link className="button small" to="/zip/download">
          {translate('archive.title')}
        </Link>
      )}
    </nav>
  )
}
