import { useTranslations } from 'use-intl'
import { CloseButton, ModalDialog } from '#kit/ui/dialog/modal-dialog.tsx'
import { Skeleton } from '#kit/ui/skeleton.tsx'
import { isolated } from '../../formats/isolated.ts'
import { FailureNotice } from '../../screens/failure-notice.tsx'
import type { Fetched, StoredBoard } from '../board.ts'
import { withDifferences } from './difference.ts'
import type { Restoring } from './use-restore.ts'
import { VersionRow } from './version-row.tsx'
import type { VersionSummary } from './version-summary.ts'
import './versions-dialog.css'

interface VersionsDialogProps {
  readonly board: StoredBoard
  /** The newest first. */
  readonly versions: Fetched<readonly VersionSummary[]>
  /** How many stay stored. */
  readonly maximum: number
  readonly restoring: Restoring
  /** Shows the board as it was saved once. */
  readonly onView: (version: number) => void
  readonly onClose: () => void
}

/** The stored versions of a board, to look at and to make one of them the present one. */
export function VersionsDialog(props: VersionsDialogProps) {
  const { board, versions, maximum, restoring, onView, onClose } = props
  const translate = useTranslations('boards.versions')
  const { kind } = board
  const present = versions.data?.[0]?.version ?? board.version
  return (
    <ModalDialog
      title={translate('title', { name: isolated(board.name) })}
      onClose={onClose}
      isWide
      footer={
        <>
          <small>{translate('stored', { count: maximum })}</small>
          <CloseButton>{translate('close')}</CloseButton>
        </>
      }
    >
      {versions.data ? (
        <ul className="versions-list">
          {withDifferences(versions.data).map((version) => (
            <VersionRow
              key={version.version}
              kind={kind}
              version={version}
              isPresent={version.version === present}
              isPending={restoring.isPending}
              onView={() => onView(version.version)}
              {...(board.access !== 'read' && {
                onRestore: () => restoring.restore(version.version, present),
              })}
            />
          ))}
        </ul>
      ) : versions.isError && versions.error ? (
        <FailureNotice error={versions.error} onRetry={() => void versions.refetch()} />
      ) : (
        <Skeleton width="100%" height="160px" />
      )}
    </ModalDialog>
  )
}
