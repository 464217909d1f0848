import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { isolated } from '#kit/web/formats/isolated.ts'
import { missingOf, type Existing } from '../contract/missing.ts'
import type { NotificationRoute } from '../contract/notification-route.ts'
import { RemoveRoute } from './remove-route.tsx'
import { draftOf, type OpenForm } from './route-draft.ts'
import { useRouteAction } from './use-routes.ts'

interface RouteRowProps {
  readonly route: NotificationRoute
  readonly existing: Existing
  readonly onEdit: (form: OpenForm) => void
}

/** A route: which alarms go where and when, and what can be done with it. */
export function RouteRow({ route, existing, onEdit }: RouteRowProps) {
  const { id, name, version, isEnabled } = route
  const translate = useTranslations('notifications')
  const { mutate, isPending } = useRouteAction(id)
  const [isRemoving, setRemoving] = useState(false)
  const action = (label: string, onClick: () => void) => (
    <button type="button" className="button small" disabled={isPending} onClick={onClick}>
      {label}
      <span className="visually-hidden">{name}</span>
    </button>
  )
  return (
    <li className="notification-route" aria-label={name}>
      <div className="notification-what">
        <b className="clip" title={name}>
          {name}
        </b>
        <small>{useTargetText(route)}</small>
        <small>{useRuleText(route)}</small>
        {!isEnabled && <small className="notification-off">{translate('off')}</small>}
        <MissingText route={route} existing={existing} />
      </div>
      <div className="notification-actions">
        {action(translate('test'), () => mutate('test'))}
        {action(translate('edit'), () => onEdit({ base: { id, version }, draft: draftOf(route) }))}
        {action(translate('remove'), () => setRemoving(true))}
      </div>
      {isRemoving && <RemoveRoute id={id} name={name} onClose={() => setRemoving(false)} />}
    </li>
  )
}

function MissingText({ route, existing }: Pick<RouteRowProps, 'route' | 'existing'>) {
  const translate = useTranslations('notifications')
  const { names, isSilent } = missingOf(route, existing)
  if (names.length === 0) return null
  const list = names.map(isolated).join(', ')
  return (
    <small className="notification-off" role="status">
      {translate(isSilent ? 'silent' : 'gone', { names: list })}
    </small>
  )
}

function useTargetText({ target }: NotificationRoute): string {
  const translate = useTranslations('notifications')
  if (target.kind === 'webhook') return `${translate('kinds.webhook')} · ${isolated(target.url)}`
  const named = target.kind === 'push' ? [...target.roles, ...target.recipients] : target.recipients
  return `${translate(`kinds.${target.kind}`)} · ${named.map(isolated).join(', ')}`
}

/** Which alarms, and when. */
function useRuleText(route: NotificationRoute): string {
  const translate = useTranslations('notifications')
  const { priorities, devices, areas, shifts, afterMinutes, digestMinutes, quiet } = route
  return [
    translate('ofPriorities', { list: priorities.toSorted().join(', ') }),
    ...(devices.length + areas.length === 0 ? [translate('allDevices')] : []),
    ...areas.map(({ name }) => isolated(name)),
    ...(devices.length === 0 ? [] : [translate('devices', { count: devices.length })]),
    ...(shifts.length === 0 ? [] : [shifts.map(isolated).join(', ')]),
    ...(afterMinutes === 0 ? [] : [translate('after', { count: afterMinutes })]),
    ...(digestMinutes === 0 ? [] : [translate('digest', { count: digestMinutes })]),
    ...(quiet === null ? [] : [translate('quiet', { from: quiet.from, to: quiet.to })]),
  ].join(' · ')
}
