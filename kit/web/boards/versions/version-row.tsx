import { useTranslations } from 'use-intl'
import { isolated } from '../../formats/isolated.ts'
import { useFormat } from '../../formats/use-format.ts'
import type { StoredBoard } from '../board.ts'
import type { Difference } from './difference.ts'
import type { VersionSummary } from './version-summary.ts'

interface VersionRowProps {
  readonly kind: StoredBoard['kind']
  readonly version: VersionSummary & { readonly difference: Difference }
  readonly isPresent: boolean
  readonly isPending: boolean
  readonly onView: () => void
  /** Absent: the person may look only. */
  readonly onRestore?: () => void
}

/** One version: when, who, what it holds and how that differs from the one before it. */
export function VersionRow(props: VersionRowProps) {
  const { kind, version, isPresent, isPending, onView, onRestore } = props
  const translate = useTranslations('boards.versions')
  const format = useFormat()
  const { name, savedAt, savedBy, areas, widgets } = version
  const time = format.dateTime(savedAt)
  return (
    <li>
      <div>
        <p>
          <time dateTime={new Date(savedAt).toISOString()}>{time}</time>
          <span className="clip words">{savedBy ?? translate('goneAccount')}</span>
        </p>
        <small>
          {kind === 'dashboard'
            ? translate('extentOfDashboard', { name: isolated(name), widgets })
            : translate('extent', { name: isolated(name), areas, widgets })}
          <Changes difference={version.difference} />
        </small>
      </div>
      {isPresent ? (
        <span className="tag">{translate('present')}</span>
      ) : (
        <span className="version-tools">
          <button
            type="button"
            className="button small"
            aria-label={translate('lookAt', { time })}
            onClick={onView}
          >
            {translate('look')}
          </button>
          {onRestore && (
            <button
              type="button"
              className="button small"
              aria-label={translate('restoreOf', { time })}
              aria-disabled={isPending}
              onClick={onRestore}
            >
              {translate('restore')}
            </button>
          )}
        </span>
      )}
    </li>
  )
}

function Changes({ difference }: { readonly difference: Difference }) {
  const translate = useTranslations('boards.versions')
  const { isFirst, isRenamed, areas, widgets } = difference
  if (isFirst) return null
  const counted = [
    ...(isRenamed ? [translate('renamed')] : []),
    ...(areas > 0 ? [translate('areasMore', { count: areas })] : []),
    ...(areas < 0 ? [translate('areasFewer', { count: -areas })] : []),
    ...(widgets > 0 ? [translate('widgetsMore', { count: widgets })] : []),
    ...(widgets < 0 ? [translate('widgetsFewer', { count: -widgets })] : []),
  ]
  return <b>{counted.length === 0 ? translate('otherwise') : counted.join(', ')}</b>
}
