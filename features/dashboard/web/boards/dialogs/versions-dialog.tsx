import { useTranslations } from 'use-intl'
import type { Board } from '#features/pages/contract/board.ts'
import { useFormat } from '#kit/web/formats/use-format.ts'
import { FailureNotice } from '#kit/web/screens/failure-notice.tsx'
import { Skeleton } from '#kit/ui/skeleton.tsx'
import { toast } from '#kit/web/toast.ts'
import { restore, useDashboardChange, useVersions } from '../calls/use-dashboards.ts'
import { BoardDialog } from './board-dialog.tsx'

interface VersionsDialogProps {
  readonly board: Board
  readonly onClose: () => void
}

/** The stored versions of a dashboard; one of them can become the present one. */
export function VersionsDialog({ board, onClose }: VersionsDialogProps) {
  const translate = useTranslations('dashboard.board.versions')
  const format = useFormat()
  const versions = useVersions(board.id)
  const { mutate, isPending } = useDashboardChange(restore)
  const present = versions.data?.[0]?.version ?? board.version
  const take = (version: number) =>
    mutate(
      { id: board.id, version, present },
      {
        onSuccess() {
          toast('success', translate('restored'))
          onClose()
        },
      },
    )
  return (
    <BoardDialog title={translate('title', { name: board.name })} onClose={onClose}>
      {versions.isError && (
        <FailureNotice error={versions.error} onRetry={() => void versions.refetch()} />
      )}
      {versions.isPending && <Skeleton width="100%" height="120px" />}
      <ul>
        {versions.data?.map(({ version, savedAt, savedBy, widgets }) => (
          <li key={version}>
            <span>
              {format.dateTime(savedAt)}
              <small>
                {translate('line', {
                  who: savedBy ?? translate('goneAccount'),
                  count: widgets,
                  figure: format.number(widgets),
                })}
              </small>
            </span>
            {version === present ? (
              <span className="tag">{translate('present')}</span>
            ) : (
              board.access !== 'read' && (
                <button
                  type="button"
                  className="button small"
                  disabled={isPending}
                  onClick={() => take(version)}
                >
                  {translate('restore')}
                </button>
              )
            )}
          </li>
        ))}
      </ul>
    </BoardDialog>
  )
}
