import { useState } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import type { UnreadableRoute } from '../contract/notification-route.ts'
import { RemoveRoute } from './remove-route.tsx'
import { emptyDraft, type OpenForm } from './route-draft.ts'

interface UnreadableRowProps {
  readonly route: UnreadableRoute
  readonly onEdit: (form: OpenForm) => void
}

/** A route that cannot be read: it is set up anew, or removed. */
export function UnreadableRow({ route, onEdit }: UnreadableRowProps) {
  const { id, version } = route
  const translate = useTranslations('notifications')
  const language = useLocale()
  const [isRemoving, setRemoving] = useState(false)
  const name = route.name || translate('unnamed')
  const action = (label: string, onClick: () => void) => (
    <button type="button" className="button small" onClick={onClick}>
      {label}
      <span className="visually-hidden">{name}</span>
    </button>
  )
  const edit = () =>
    onEdit({ base: { id, version }, draft: { ...emptyDraft(language), name: route.name } })
  return (
    <li className="notification-route" aria-label={name}>
      <div className="notification-what">
        <b className="clip" title={name}>
          {name}
        </b>
        <small className="notification-off" role="status">
          {translate('unreadable')}
        </small>
      </div>
      <div className="notification-actions">
        {action(translate('edit'), edit)}
        {action(translate('remove'), () => setRemoving(true))}
      </div>
      {isRemoving && <RemoveRoute id={id} name={name} onClose={() => setRemoving(false)} />}
    </li>
  )
}
