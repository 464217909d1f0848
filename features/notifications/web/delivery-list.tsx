import { useTranslations } from 'use-intl'
import { useFormat } from '#kit/web/formats/use-format.ts'
import { useNow } from '#kit/web/formats/use-now.ts'
import type { NotificationRoute } from '../contract/notification-route.ts'
import type { NoticeDelivery } from '../contract/routes.ts'

interface DeliveryListProps {
  readonly deliveries: readonly NoticeDelivery[]
  readonly routes: readonly Pick<NotificationRoute, 'id' | 'name'>[]
}

/** The last notices, and how each is. */
export function DeliveryList({ deliveries, routes }: DeliveryListProps) {
  const translate = useTranslations('notifications')
  const names = new Map(routes.map(({ id, name }) => [id, name]))
  if (deliveries.length === 0) return <p className="notification-note">{translate('noLog')}</p>
  return (
    <ul className="notification-list">
      {deliveries.map((delivery) => (
        <DeliveryRow
          key={delivery.id}
          delivery={delivery}
          route={names.get(delivery.routeId) ?? ''}
        />
      ))}
    </ul>
  )
}

interface DeliveryRowProps {
  readonly delivery: NoticeDelivery
  readonly route: string
}

function DeliveryRow({ delivery, route }: DeliveryRowProps) {
  const translate = useTranslations('notifications')
  const { moment } = useFormat()
  const now = useNow(30_000)
  const { target, state, failure, attempts, detail, createdAt, nextAt } = delivery
  const reason = failure === null ? '' : translate(`failures.${failure}`)
  return (
    <li className="notification-delivery" data-state={state}>
      <span className="number">{moment(createdAt, now)}</span>
      <span className="notification-what">
        <b className="clip">{target}</b>
        <small>{route}</small>
      </span>
      <span className="notification-outcome" data-failure={state === 'failed' || undefined}>
        {translate(`states.${state}`)}
        {attempts > 1 && ` · ${translate('attempts', { count: attempts })}`}
        {state !== 'sent' && reason !== '' && <small>{reason}</small>}
        {failure !== null && nextAt !== null && (
          <small>{translate('next', { time: moment(nextAt, now) })}</small>
        )}
        {state !== 'sent' && detail !== '' && <small>{detail}</small>}
      </span>
    </li>
  )
}
