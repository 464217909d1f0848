import { useQuery } from '@tanstack/react-query'
import { useRestore } from '#kit/web/boards/versions/use-restore.ts'
import { VersionBar } from '#kit/web/boards/versions/version-bar.tsx'
import { VersionsDialog } from '#kit/web/boards/versions/versions-dialog.tsx'
import { useWhileShown } from '#kit/web/screens/late-answers.ts'
import type { BoardSummary } from '../../contract/board.ts'
import { storedVersions } from '../../contract/limits.ts'
import { versionsQuery } from '../calls/query-pages.ts'
import { useRestoreVersion } from '../calls/use-page-changes.ts'

interface PageVersionsProps {
  readonly page: BoardSummary
  /** Shows the page as it was saved once. */
  readonly onView: (version: number) => void
  readonly onRestored: () => void
  readonly onClose: () => void
}

/** The stored versions of a page, to look at and to make one of them the present one. */
export function PageVersions({ page, onView, onRestored, onClose }: PageVersionsProps) {
  const versions = useQuery({ ...versionsQuery(page.id), staleTime: 0 })
  const send = useRestoreVersion(page.id)
  const restoring = useRestore({ kind: 'page', send, onRestored })
  return (
    <VersionsDialog
      board={page}
      maximum={storedVersions}
      {...{ versions, restoring, onView, onClose }}
    />
  )
}

interface PageVersionBarProps {
  readonly page: BoardSummary
  readonly version: number
  readonly onVersions: () => void
  readonly onBack: () => void
}

/** Over a page that is shown as it was saved once; another one for each page and version. */
export function PageVersionBar({ page, version, onVersions, onBack }: PageVersionBarProps) {
  const versions = useQuery(versionsQuery(page.id)).data
  const send = useRestoreVersion(page.id)
  const restoring = useRestore({ kind: 'page', send, onRestored: useWhileShown(onBack) })
  return <VersionBar board={page} {...{ version, versions, restoring, onVersions, onBack }} />
}
