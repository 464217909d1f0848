import { useTranslations } from 'use-intl'
import { Icon } from '#kit/ui/icon.tsx'
import { useFormat } from '../../formats/use-format.ts'
import type { StoredBoard } from '../board.ts'
import type { Restoring } from './use-restore.ts'
import type { VersionSummary } from './version-summary.ts'
import './version-bar.css'

interface VersionBarProps {
  readonly board: StoredBoard
  readonly version: number
  /** All that are stored, the newest first; undefined while they are loading. */
  readonly versions: readonly VersionSummary[] | undefined
  readonly restoring: Restoring
  /** Opens the list of versions. */
  readonly onVersions: () => void
  /** Shows the board as it is. */
  readonly onBack: () => void
}

/** Over a board that is shown as it was saved once: when, by whom, and what can be done with it. */
export function VersionBar(props: VersionBarProps) {
  const { board, version, versions, restoring, onVersions, onBack } = props
  const translate = useTranslations('boards.versions')
  const format = useFormat()
  const saved = versions?.find((each) => each.version === version)
  const present = versions?.[0]?.version ?? board.version
  const { kind, access } = board
  return (
    <section className="version-bar" aria-label={translate('shown', { kind })}>
      <Icon name="history" />
      <p role="status">
        {saved
          ? translate('shownOf', {
              time: format.dateTime(saved.savedAt),
              who: saved.savedBy ?? translate('goneAccount'),
            })
          : translate('shown', { kind })}
        {saved && <small>{translate('valuesOfNow')}</small>}
      </p>
      <button type="button" className="button small" onClick={onVersions}>
        {translate('all')}
      </button>
      {saved && version !== present && access !== 'read' && (
        <button
          type="button"
          className="button small"
          aria-disabled={restoring.isPending}
          onClick={() => restoring.restore(version, present)}
        >
          {translate('restore')}
        </button>
      )}
      <button type="button" className="button primary small" onClick={onBack}>
        {translate('back')}
      </button>
    </section>
  )
}
