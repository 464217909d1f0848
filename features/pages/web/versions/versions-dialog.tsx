import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { isolated } from '#kit/web/formats/isolated.ts'
import { FailureNotice } from '#kit/web/screens/failure-notice.tsx'
import { Skeleton } from '#kit/ui/skeleton.tsx'
import type { BoardSummary } from '../../contract/board.ts'
import { storedVersions } from '../../contract/limits.ts'
import { versionsQuery } from '../calls/query-pages.ts'
import { CloseButton, PageDialog } from '../dialogs/page-dialog.tsx'
import { withDifferences } from './difference.ts'
import { useRestore } from './use-restore.ts'
import { VersionRow } from './version-row.tsx'
import './versions-dialog.css'

interface VersionsDialogProps {
  readonly page: BoardSummary
  /** Shows the page as it was saved once. */
  readonly onLook: (version: number) => void
  readonly onRestored: () => void
  readonly onClose: () => void
}

/** The stored versions of a page, to look at and to make one of them the present one. */
export function VersionsDialog({ page, onLook, onRestored, onClose }: VersionsDialogProps) {
  const translate = useTranslations('pages.versions')
  const versions = useQuery({ ...versionsQuery(page.id), staleTime: 0 })
  const { restore, isPending } = useRestore(page.id, onRestored)
  const present = versions.data?.[0]?.version ?? page.version
  return (
    <PageDialog
      title={translate('title', { name: isolated(page.name) })}
      onClose={onClose}
      isWide
      footer={
        <>
          <small>{translate('stored', { count: storedVersions })}</small>
          <CloseButton>{translate('close')}</CloseButton>
        </>
      }
    >
      {versions.data ? (
        <ul className="versions-list">
          {withDifferences(versions.data).map((version) => (
            <VersionRow
              key={version.version}
              version={version}
              isPresent={version.version === present}
              isPending={isPending}
              onLook={() => onLook(version.version)}
              {...(page.access !== 'read' && {
                onRestore: () => restore(version.version, present),
              })}
            />
          ))}
        </ul>
      ) : versions.isError ? (
        <FailureNotice error={versions.error} onRetry={() => void versions.refetch()} />
      ) : (
        <Skeleton width="100%" height="160px" />
      )}
    </PageDialog>
  )
}
