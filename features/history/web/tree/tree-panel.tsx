import type { UseQueryResult } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { Icon } from '#kit/ui/icon.tsx'
import { Notice } from '#kit/ui/notice.tsx'
import { Skeleton } from '#kit/ui/skeleton.tsx'
import type { SensorPageData } from '#kit/web/catalogue/lists.ts'
import { RetryButton } from '#kit/web/screens/failure-notice.tsx'
import { SensorTree, type SensorTreeProps } from './sensor-tree.tsx'
import './tree.css'

interface TreePanelProps extends Omit<SensorTreeProps, 'list'> {
  readonly sensors: UseQueryResult<SensorPageData>
}

/** The sensors to choose from, or why they are not there. */
export function TreePanel({ sensors, ...tree }: TreePanelProps) {
  const translate = useTranslations('history.tree')
  return (
    <aside className="panel history-tree-panel" aria-label={translate('label')}>
      {sensors.isError && sensors.data === undefined ? (
        <Notice
          icon="warning"
          title={translate('failed')}
          action={<RetryButton onClick={() => void sensors.refetch()} />}
          isFailure
        />
      ) : sensors.data ? (
        <SensorTree list={sensors.data} {...tree} />
      ) : (
        <div className="history-tree-loading">
          {Array.from({ length: 8 }, (_, index) => (
            <Skeleton key={index} width="100%" height="20px" />
          ))}
        </div>
      )}
    </aside>
  )
}

interface TreeButtonProps {
  readonly isOpen: boolean
  /** Null while no sensor is chosen. */
  readonly chosenName: string | null
  readonly onToggle: () => void
}

/** Opens the tree on a phone; says which sensor is shown. */
export function TreeButton({ isOpen, chosenName, onToggle }: TreeButtonProps) {
  const translate = useTranslations('history.tree')
  return (
    <button
      type="button"
      className="button history-tree-button"
      aria-expanded={isOpen}
      onClick={onToggle}
    >
      <Icon name="tree" />
      <span className="clip">{chosenName ?? translate('choose')}</span>
      <Icon name={isOpen ? 'chevron-up' : 'chevron-down'} />
    </button>
  )
}
