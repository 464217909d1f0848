import { useRestore } from '#kit/web/boards/versions/use-restore.ts'
import { VersionBar } from '#kit/web/boards/versions/version-bar.tsx'
import { VersionsDialog } from '#kit/web/boards/versions/versions-dialog.tsx'
import { useWhileShown } from '#kit/web/screens/late-answers.ts'
import type { Board, BoardSummary } from '#features/pages/contract/board.ts'
import { storedVersions } from '#features/pages/contract/limits.ts'
import { useRestoreVersion, useVersions } from '../calls/use-versions.ts'

interface BoardVersionsProps {
  readonly board: Board | BoardSummary
  /** Shows the dashboard as it was saved once. */
  readonly onView: (version: number) => void
  readonly onRestored: () => void
  readonly onClose: () => void
}

/** The stored versions of a dashboard, to look at and to make one of them the present one. */
export function BoardVersions({ board, onView, onRestored, onClose }: BoardVersionsProps) {
  const versions = useVersions(board.id)
  const send = useRestoreVersion(board.id)
  const restoring = useRestore({ kind: 'dashboard', send, onRestored })
  return (
    <VersionsDialog maximum={storedVersions} {...{ board, versions, restoring, onView, onClose }} />
  )
}

interface BoardVersionBarProps {
  readonly board: Board | BoardSummary
  readonly version: number
  readonly onVersions: () => void
  readonly onBack: () => void
}

/** Over a dashboard that is shown as it was saved once; another one for each and each version. */
export function BoardVersionBar({ board, version, onVersions, onBack }: BoardVersionBarProps) {
  const versions = useVersions(board.id).data
  const send = useRestoreVersion(board.id)
  const restoring = useRestore({ kind: 'dashboard', send, onRestored: useWhileShown(onBack) })
  return <VersionBar {...{ board, version, versions, restoring, onVersions, onBack }} />
}
