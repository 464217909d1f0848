import { useQuery } from '@tanstack/react-query'
import { App, Button } from 'antd'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { AccessToken } from '../contract/routes.ts'
import { Icon } from '#kit/ui/icon.tsx'
import { Notice } from '#kit/ui/notice.tsx'
import { SecretDialog } from '#kit/web/antd/forms/antd-secret-dialog.tsx'
import { RecordTable, type RecordColumn } from '#kit/web/antd/antd-table.tsx'
import { serverClock } from '#kit/web/clock/server-clock.ts'
import { RelativeTime } from '#kit/web/formats/relative-time.tsx'
import { useFormat } from '#kit/web/formats/use-format.ts'
import { FailureNotice } from '#kit/web/screens/failure-notice.tsx'
import { toast } from '#kit/web/toast.ts'
import { AddTokenDialog } from './add-token-dialog.tsx'
import { accessTokensQuery, useRevokeToken } from './query-access-tokens.ts'

/** What other programs read with in the person's name. */
export default function AccessTokens() {
  const translate = useTranslations('access-tokens')
  const { data: tokens, error, refetch } = useQuery(accessTokensQuery)
  const [isAdding, setAdding] = useState(false)
  const [secret, setSecret] = useState<string | null>(null)
  const columns = useColumns()
  return (
    <section className="panel profile-sessions" aria-labelledby="access-tokens-title">
      <header className="panel-head">
        <h2 id="access-tokens-title">{translate('title')}</h2>
        <span className="grow" />
        <Button size="small" icon={<Icon name="plus" />} onClick={() => setAdding(true)}>
          {translate('add')}
        </Button>
      </header>
      {error !== null && tokens === undefined ? (
        <FailureNotice error={error} onRetry={() => void refetch()} title={translate('failed')} />
      ) : (
        <RecordTable<AccessToken>
          label={translate('title')}
          columns={columns}
          rows={tokens}
          rowKey={({ id }) => id}
          empty={
            <Notice icon="lock" title={translate('none')}>
              <p>{translate('purpose')}</p>
            </Notice>
          }
        />
      )}
      {isAdding && (
        <AddTokenDialog
          onClose={() => setAdding(false)}
          onAdded={(token) => {
            setAdding(false)
            setSecret(token)
          }}
        />
      )}
      <SecretDialog
        secret={secret}
        title={translate('made')}
        text={translate('purpose')}
        label={translate('token')}
        isReplaced={false}
        onClose={() => setSecret(null)}
      />
    </section>
  )
}

function useColumns(): readonly RecordColumn<AccessToken>[] {
  const translate = useTranslations('access-tokens')
  const format = useFormat()
  const isOver = ({ expiresAt }: AccessToken) => expiresAt <= serverClock.now()
  return [
    {
      key: 'name',
      title: translate('name'),
      card: 'head',
      render: (token) => (
        <span key="name" className="profile-browser">
          <b>{token.name}</b>
          {isOver(token) && <span className="tag">{translate('expired')}</span>}
        </span>
      ),
    },
    {
      key: 'devices',
      title: translate('devices'),
      render: ({ devices }) =>
        devices === null ? (
          translate('allDevices')
        ) : (
          <span title={devices.map(({ name }) => name).join(', ')}>
            {translate('someDevices', { count: devices.length })}
          </span>
        ),
    },
    {
      key: 'expiresAt',
      title: translate('expires'),
      render: ({ expiresAt }) => <span className="number">{format.date(expiresAt)}</span>,
    },
    {
      key: 'lastUsedAt',
      title: translate('lastUsed'),
      render: ({ lastUsedAt }) =>
        lastUsedAt === null ? translate('never') : <RelativeTime time={lastUsedAt} />,
    },
    {
      key: 'revoke',
      title: translate('action'),
      align: 'right',
      card: 'head',
      render: (token) => <RevokeButton key="revoke" token={token} />,
    },
  ]
}

function RevokeButton({ token: { id, name } }: { readonly token: AccessToken }) {
  const translate = useTranslations('access-tokens')
  const { modal } = App.useApp()
  const { mutateAsync } = useRevokeToken()
  const ask = () =>
    void modal.confirm({
      title: translate('revokeTitle', { name }),
      content: translate('revokeText'),
      okText: translate('revoke'),
      icon: null,
      // A failure is shown in a toast.
      onOk: () =>
        mutateAsync(id).then(
          () => toast('success', translate('revoked')),
          () => undefined,
        ),
    })
  return (
    <Button type="text" size="small" aria-label={translate('revokeOne', { name })} onClick={ask}>
      {translate('revoke')}
    </Button>
  )
}
