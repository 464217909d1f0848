import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { isolated } from '#kit/web/formats/isolated.ts'
import type { UnreadableSchedule } from '../../contract/schedule/schedule.ts'
import { RemoveSchedule } from './remove-schedule.tsx'
import { emptyDraft, type OpenForm } from './schedule-draft.ts'

interface UnreadableRowProps {
  readonly schedule: UnreadableSchedule
  readonly siteZone: string
  readonly onEdit: (form: OpenForm) => void
}

/** A schedule that another version has stored: it is said anew, or removed. */
export function UnreadableRow({ schedule, siteZone, onEdit }: UnreadableRowProps) {
  const { id, version } = schedule
  const translate = useTranslations('exports.schedules')
  const [isRemoving, setRemoving] = useState(false)
  const name = schedule.name || translate('unnamed')
  const action = (label: string, onClick: () => void) => (
    <button type="button" className="button small" onClick={onClick}>
      {label}
      <span className="visually-hidden">{name}</span>
    </button>
  )
  return (
    <li className="export-job" aria-label={isolated(name)}>
      <div className="export-job-what">
        <b className="clip" title={name}>
          {name}
        </b>
      </div>
      <p className="export-job-state" role="status" data-failure>
        {translate('unreadable')}
      </p>
      <div className="export-job-actions">
        {action(translate('edit'), () =>
          onEdit({
            base: { id, version },
            draft: { ...emptyDraft(siteZone), name: schedule.name },
          }),
        )}
        {action(translate('remove'), () => setRemoving(true))}
      </div>
      {isRemoving && <RemoveSchedule id={id} name={name} onClose={() => setRemoving(false)} />}
    </li>
  )
}
