import { useQuery } from '@tanstack/react-query'
import { Drawer } from 'antd'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { Icon } from '#kit/ui/icon.tsx'
import { Notice } from '#kit/ui/notice.tsx'
import { Skeleton } from '#kit/ui/skeleton.tsx'
import { FailureNotice } from '#kit/web/screens/failure-notice.tsx'
import { CalculationEditor } from './calculation-editor.tsx'
import { CalculationList } from './calculation-list.tsx'
import { CalculationsCsv } from './csv/calculations-csv.tsx'
import { entriesOf, noEntries, type CalculationEntries } from './entries.ts'
import { calculationsQuery } from './query-calculations.ts'
import './calculations.css'

interface CalculationsDrawerProps {
  readonly isOpen: boolean
  /** What the editor held when a session ended before it was saved. */
  readonly interrupted: CalculationEntries | undefined
  readonly onClose: () => void
}

/** The calculated sensors, and the editor of one. */
export default function CalculationsDrawer(props: CalculationsDrawerProps) {
  const { isOpen, interrupted, onClose } = props
  const translate = useTranslations('sensors.calculations')
  const [edited, setEdited] = useState<CalculationEntries | null>(interrupted ?? null)
  const title = edited && translate(edited.before ? 'editTitle' : 'newTitle')
  return (
    <Drawer
      open={isOpen}
      onClose={onClose}
      title={title ?? translate('title')}
      size="min(640px, 100vw)"
      closable={{ 'aria-label': translate('close') }}
    >
      {edited ? (
        <CalculationEditor
          first={edited}
          isInterrupted={edited === interrupted}
          onDone={() => setEdited(null)}
        />
      ) : (
        <Calculations isOpen={isOpen} onEdit={setEdited} />
      )}
    </Drawer>
  )
}

interface CalculationsProps {
  readonly isOpen: boolean
  readonly onEdit: (entries: CalculationEntries) => void
}

function Calculations({ isOpen, onEdit }: CalculationsProps) {
  const translate = useTranslations('sensors.calculations')
  const { data, error, refetch } = useQuery({ ...calculationsQuery, enabled: isOpen })
  const found = data?.data
  const hidden = data ? data.meta.total - data.data.length : 0
  if (error && !found) return <FailureNotice error={error} onRetry={() => void refetch()} />
  return (
    <>
      <div className="calculation-head">
        <button type="button" className="button primary" onClick={() => onEdit(noEntries)}>
          <Icon name="plus" />
          {translate('new')}
        </button>
        <CalculationsCsv hasAny={(found?.length ?? 0) > 0} />
      </div>
      {!found && <Skeleton width="60%" height="16px" />}
      {found?.length === 0 && (
        <Notice icon="analog" title={translate('noneTitle')}>
          <p>{translate('noneText')}</p>
        </Notice>
      )}
      {found && found.length > 0 && (
        <CalculationList
          calculations={found}
          onEdit={(calculation) => onEdit(entriesOf(calculation))}
        />
      )}
      {hidden > 0 && <p className="calculation-note">{translate('more', { count: hidden })}</p>}
    </>
  )
}
