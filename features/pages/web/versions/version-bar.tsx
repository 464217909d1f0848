import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { Icon } from '#kit/ui/icon.tsx'
import { useFormat } from '#kit/web/formats/use-format.ts'
import type { BoardSummary } from '../../contract/board.ts'
import { versionsQuery } from '../calls/query-pages.ts'
import { useRestore } from './use-restore.ts'
import './version-bar.css'

interface VersionBarProps {
  readonly page: BoardSummary
  readonly version: number
  /** Opens the list of versions. */
  readonly onVersions: () => void
  /** Shows the page as it is. */
  readonly onBack: () => void
}

/** Over a page that is shown as it was saved once: when, by whom, and the ways on. */
export function VersionBar({ page, version, onVersions, onBack }: VersionBarProps) {
  const translate = useTranslations('pages.versions')
  const format = useFormat()
  const versions = useQuery(versionsQuery(page.id)).data
  const { restore, isPending } = useRestore(page.id, onBack)
  const saved = versions?.find((each) => each.version === version)
  const present = versions?.[0]?.version ?? page.version
  return (
    <section className="version-bar" aria-label={translate('shown')}>
      <Icon name="history" />
      <p role="status">
        {saved
          ? translate('shownOf', {
              time: format.dateTime(saved.savedAt),
              who: saved.savedBy ?? translate('goneAccount'),
            })
          : translate('shown')}
        {saved && <small>{translate('valuesOfNow')}</small>}
      </p>
      <button type="button" className="button small" onClick={onVersions}>
        {translate('all')}
      </button>
      {saved && version !== present && page.access !== 'read' && (
        <button
          type="button"
          className="button small"
          aria-disabled={isPending}
          onClick={() => restore(version, present)}
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
