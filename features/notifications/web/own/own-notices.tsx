import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { useTranslations } from 'use-intl'
import { browserName } from '#kit/model/browser-name.ts'
import { useFormat } from '#kit/web/formats/use-format.ts'
import { useNow } from '#kit/web/formats/use-now.ts'
import { FailureNotice } from '#kit/web/screens/failure-notice.tsx'
import { toast } from '#kit/web/toast.ts'
import type { PushBrowser } from '../../contract/own-notices.ts'
import { OwnQuietHoursForm } from './own-quiet-hours.tsx'
import { ownNoticesQuery, useBrowserAction, useThisBrowser, useTurnOn } from './use-own-notices.ts'
import './own-notices.css'

/** In which browsers, and in which hours, the person is notified of alarms. */
export default function OwnNotices() {
  const translate = useTranslations('notifications.own')
  const { data, error, refetch } = useQuery(ownNoticesQuery)
  const { endpoint, permission, read } = useThisBrowser()
  const onChange = () => void read()
  return (
    <section className="panel profile-sessions own-notices" aria-labelledby="own-notices-title">
      <header className="panel-head">
        <h2 id="own-notices-title">{translate('title')}</h2>
      </header>
      {error !== null && data === undefined ? (
        <FailureNotice error={error} onRetry={() => void refetch()} title={translate('failed')} />
      ) : data === undefined || endpoint === undefined ? (
        <div className="skeleton area own-notices-waiting" />
      ) : (
        <div className="panel-body">
          <p className="profile-text">{translate('purpose')}</p>
          <ThisBrowser
            permission={permission}
            isOn={data.browsers.some((browser) => browser.endpoint === endpoint)}
            publicKey={data.publicKey}
            onChange={onChange}
          />
          {data.browsers.length > 0 && (
            <ul className="own-notices-list" aria-label={translate('browsers')}>
              {data.browsers.map((browser) => (
                <BrowserRow
                  key={browser.id}
                  browser={browser}
                  isThis={browser.endpoint === endpoint}
                  onChange={onChange}
                />
              ))}
            </ul>
          )}
          <OwnQuietHoursForm stored={data} />
        </div>
      )}
    </section>
  )
}

interface ThisBrowserProps {
  readonly permission: ReturnType<typeof useThisBrowser>['permission']
  readonly isOn: boolean
  readonly publicKey: string
  readonly onChange: () => void
}

/** What can be done in this browser, or why nothing can. */
function ThisBrowser({ permission, isOn, publicKey, onChange }: ThisBrowserProps) {
  const translate = useTranslations('notifications.own')
  const { mutate, isPending } = useTurnOn(publicKey, onChange)
  if (permission === 'unsupported' || permission === 'denied')
    return <p className="own-notices-state">{translate(permission)}</p>
  if (isOn) return <p className="own-notices-state">{translate('on')}</p>
  return (
    <p className="own-notices-state">
      {translate('off')}
      <Button type="primary" size="small" loading={isPending} onClick={() => mutate()}>
        {translate('turnOn')}
      </Button>
    </p>
  )
}

interface BrowserRowProps {
  readonly browser: PushBrowser
  readonly isThis: boolean
  readonly onChange: () => void
}

function BrowserRow({ browser, isThis, onChange }: BrowserRowProps) {
  const { id, userAgent, deliveredAt } = browser
  const translate = useTranslations('notifications.own')
  const { moment } = useFormat()
  const now = useNow(60_000)
  const { mutate, isPending } = useBrowserAction(id, isThis, onChange)
  const name = browserName(userAgent) ?? translate('unknown')
  const test = () =>
    mutate('test', { onSuccess: () => void toast('success', translate('testSent')) })
  return (
    <li>
      <span className="profile-browser" title={userAgent}>
        <b>{name}</b>
        {isThis && <span className="tag">{translate('here')}</span>}
        <small>
          {deliveredAt === null
            ? translate('never')
            : translate('reached', { time: moment(deliveredAt, now) })}
        </small>
      </span>
      <span className="own-notices-actions">
        <Button size="small" disabled={isPending} onClick={test}>
          {translate('test')}
          <span className="visually-hidden">{name}</span>
        </Button>
        <Button size="small" disabled={isPending} onClick={() => mutate('remove')}>
          {translate('turnOff')}
          <span className="visually-hidden">{name}</span>
        </Button>
      </span>
    </li>
  )
}
