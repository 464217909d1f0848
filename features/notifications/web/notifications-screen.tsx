import { useState } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import { Icon } from '#kit/ui/icon.tsx'
import { Notice } from '#kit/ui/notice.tsx'
import { LoadingPlace } from '#kit/web/screens/loading-place.tsx'
import { AntdProvider } from '#kit/web/antd/theme/antd-provider.tsx'
import { SecretDialog } from '#kit/web/antd/forms/antd-secret-dialog.tsx'
import { FailureNotice } from '#kit/web/screens/failure-notice.tsx'
import { useInterrupted } from '#kit/web/screens/unsaved.ts'
import { DeliveryList } from './delivery-list.tsx'
import { RouteDialog } from './route-dialog.tsx'
import { emptyDraft, routeForm, type OpenForm } from './route-draft.ts'
import { RouteRow } from './route-row.tsx'
import { UnreadableRow } from './unreadable-row.tsx'
import { useRoutes } from './use-routes.ts'
import './notifications.css'

/** `/administrator/notifications`: who outside is notified of which alarms. */
export default function NotificationsScreen() {
  return (
    <AntdProvider>
      <Notifications />
    </AntdProvider>
  )
}

function Notifications() {
  const translate = useTranslations('notifications')
  const language = useLocale()
  const query = useRoutes()
  const interrupted = useInterrupted<OpenForm>(routeForm)
  const [form, setForm] = useState<OpenForm | null>(interrupted ?? null)
  const [secret, setSecret] = useState<string | null>(null)
  const { data } = query
  const add = () => setForm({ base: null, draft: emptyDraft(language) })
  if (data === undefined)
    return query.isError ? (
      <FailureNotice error={query.error} onRetry={() => void query.refetch()} />
    ) : (
      <LoadingPlace height="240px" />
    )
  return (
    <div className="notifications">
      <section className="panel" aria-labelledby="notification-routes">
        <header className="panel-head">
          <h2 id="notification-routes">{translate('routes')}</h2>
          <button type="button" className="button small notification-add" onClick={add}>
            <Icon name="plus" />
            {translate('add')}
          </button>
        </header>
        {!data.hasMail && (
          <p className="notification-note" role="status">
            {translate('noMail')}
          </p>
        )}
        {data.routes.length + data.unreadable.length === 0 ? (
          <Notice
            icon="bell"
            title={translate('none')}
            action={
              <button type="button" className="button" onClick={add}>
                {translate('add')}
              </button>
            }
          >
            <p>{translate('noneText')}</p>
          </Notice>
        ) : (
          <ul className="notification-list">
            {data.routes.map((route) => (
              <RouteRow key={route.id} route={route} existing={data} onEdit={setForm} />
            ))}
            {data.unreadable.map((route) => (
              <UnreadableRow key={route.id} route={route} onEdit={setForm} />
            ))}
          </ul>
        )}
      </section>
      <section className="panel" aria-labelledby="notification-log">
        <header className="panel-head">
          <h2 id="notification-log">{translate('log')}</h2>
        </header>
        <DeliveryList deliveries={data.deliveries} routes={[...data.routes, ...data.unreadable]} />
      </section>
      {form && (
        <RouteDialog
          form={form}
          areas={data.areas}
          shifts={data.shifts}
          hasMail={data.hasMail}
          roles={data.roles}
          onClose={() => setForm(null)}
          onSecret={setSecret}
        />
      )}
      <SecretDialog
        secret={secret}
        title={translate('secret')}
        text={translate('secretText')}
        label={translate('secret')}
        onClose={() => setSecret(null)}
      />
    </div>
  )
}
