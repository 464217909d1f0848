import { useQuery } from '@tanstack/react-query'
import { App, Button } from 'antd'
import { useTranslations } from 'use-intl'
import { Icon } from '#kit/ui/icon.tsx'
import { Notice } from '#kit/ui/notice.tsx'
import { RecordTable, type RecordColumn } from '#kit/web/antd/antd-table.tsx'
import { FailureNotice } from '#kit/web/screens/failure-notice.tsx'
import { browserName } from '#kit/model/browser-name.ts'
import { RelativeTime } from '#kit/web/formats/relative-time.tsx'
import { toast } from '#kit/web/toast.ts'
import { useFormat } from '#kit/web/formats/use-format.ts'
import type { OwnSession } from '#features/accounts/contract/profile.ts'
import { ownSessionsQuery } from './query-own-sessions.ts'
import { useEndOtherSessions } from './use-end-other-sessions.ts'
import { useEndSession } from './use-end-session.ts'

/** Where the person is signed in, with a way to sign out elsewhere. */
export function OwnSessions() {
  const translate = useTranslations('session.sessions')
  const { modal } = App.useApp()
  const { data: sessions, error, refetch } = useQuery(ownSessionsQuery)
  const { mutateAsync, isPending } = useEndOtherSessions()
  const columns = useColumns()
  const others = sessions?.filter(({ current }) => !current).length ?? 0
  const ask = () =>
    void modal.confirm({
      title: translate('endOthersTitle'),
      content: translate('endOthersText', { count: others }),
      okText: translate('endOthers'),
      icon: null,
      // A failure is shown in a toast.
      onOk: () =>
        mutateAsync().then(
          (count) => toast('success', translate('othersEnded', { count })),
          () => undefined,
        ),
    })
  return (
    <section className="panel profile-sessions" aria-labelledby="sessions-title">
      <header className="panel-head">
        <h2 id="sessions-title">{translate('title')}</h2>
        <span className="grow" />
        {others > 0 && (
          <Button size="small" loading={isPending} onClick={ask}>
            {translate('endOthers')}
          </Button>
        )}
      </header>
      {error !== null && sessions === undefined ? (
        <FailureNotice error={error} onRetry={() => void refetch()} title={translate('failed')} />
      ) : (
        <RecordTable<OwnSession>
          label={translate('title')}
          columns={columns}
          rows={sessions}
          rowKey={({ id }) => id}
          empty={<Notice icon="device" title={translate('none')} />}
        />
      )}
    </section>
  )
}

function useColumns(): readonly RecordColumn<OwnSession>[] {
  const translate = useTranslations('session.sessions')
  const format = useFormat()
  return [
    {
      key: 'browser',
      title: translate('browser'),
      card: 'head',
      render: ({ userAgent, current }) => (
        <span key="browser" className="profile-browser" title={userAgent}>
          <b>{browserName(userAgent) ?? translate('unknownBrowser')}</b>
          {current && <span className="tag">{translate('current')}</span>}
        </span>
      ),
    },
    {
      key: 'address',
      title: translate('address'),
      render: ({ address }) => <span className="number">{address}</span>,
    },
    {
      key: 'createdAt',
      title: translate('since'),
      render: ({ createdAt }) => <span className="number">{format.dateTime(createdAt)}</span>,
    },
    {
      key: 'lastSeenAt',
      title: translate('lastSeen'),
      render: ({ lastSeenAt }) => <RelativeTime key={lastSeenAt} time={lastSeenAt} />,
    },
    {
      key: 'end',
      title: translate('action'),
      align: 'right',
      card: 'head',
      render: (session) => (session.current ? null : <EndButton key="end" session={session} />),
    },
  ]
}

function EndButton({ session: { id, userAgent, address } }: { readonly session: OwnSession }) {
  const translate = useTranslations('session.sessions')
  const { mutate, isPending } = useEndSession()
  return (
    <Button
      type="text"
      size="small"
      icon={<Icon name="sign-out" />}
      loading={isPending}
      aria-label={translate('endOne', {
        browser: browserName(userAgent) ?? translate('unknownBrowser'),
        address,
      })}
      onClick={() => mutate(id, { onSuccess: () => toast('success', translate('ended')) })}
    >
      {translate('end')}
    </Button>
  )
}
