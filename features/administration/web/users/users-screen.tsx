import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { Icon } from '#kit/ui/icon.tsx'
import { Notice } from '#kit/ui/notice.tsx'
import { AntdProvider } from '#kit/web/antd/theme/antd-provider.tsx'
import { useInterrupted } from '#kit/web/screens/unsaved.ts'
import { FailureNotice } from '#kit/web/screens/failure-notice.tsx'
import { useListAddress } from '#kit/web/address/use-list-address.ts'
import { RecordPages, RecordTable } from '#kit/web/antd/antd-table.tsx'
import type { PasswordLink, User, userSorts } from '#features/accounts/contract/users.ts'
import { createUserForm, CreateUserDrawer, type NewUserForm } from './create-user-drawer.tsx'
import { PasswordLinkDialog } from '../user/password-link-dialog.tsx'
import { usersQuery } from './query-users.ts'
import { useUserColumns } from './user-columns.tsx'
import { UsersFilters } from './users-filters.tsx'
import { usersAddress } from './users-address.ts'
import '../administration.css'

/** `/administrator/users` */
export default function UsersScreen() {
  return (
    <AntdProvider>
      <Users />
    </AntdProvider>
  )
}

/** A link that was just made, and for whom. */
interface NewLink {
  readonly user: User
  readonly link: PasswordLink
}

function Users() {
  const translate = useTranslations('administration.users')
  const [address, change] = useListAddress('/administrator/users', usersAddress)
  const users = useQuery(usersQuery(address))
  const interrupted = useInterrupted<NewUserForm>(createUserForm)
  const [isCreating, setCreating] = useState(interrupted !== undefined)
  const [newLink, setNewLink] = useState<NewLink | null>(null)
  const columns = useUserColumns((user, link) => setNewLink({ user, link }))
  const isFiltered = address.search !== '' || address.role !== null || address.status !== null
  return (
    <div className="administration">
      <section className="panel" aria-labelledby="users-title">
        <header className="panel-head administration-head">
          <h2 id="users-title">{translate('title')}</h2>
          <UsersFilters address={address} onChange={change} />
          <Button type="primary" icon={<Icon name="plus" />} onClick={() => setCreating(true)}>
            {translate('add')}
          </Button>
        </header>
        {users.isError && users.data === undefined ? (
          <FailureNotice error={users.error} onRetry={() => void users.refetch()} />
        ) : (
          <RecordTable<User>
            label={translate('title')}
            columns={columns}
            rows={users.data?.data}
            rowKey={(user) => user.id}
            order={{ key: address.sort, direction: address.order }}
            onOrder={({ key, direction }) =>
              change({ sort: key as (typeof userSorts)[number], order: direction })
            }
            isOutdated={users.isPlaceholderData}
            empty={
              <NoUsers
                isFiltered={isFiltered}
                onReset={() => change({ search: '', role: null, status: null })}
              />
            }
          />
        )}
        <RecordPages {...address} total={users.data?.meta.total ?? 0} onChange={change} />
      </section>
      <CreateUserDrawer
        interrupted={interrupted}
        isOpen={isCreating}
        onClose={() => setCreating(false)}
        onCreated={({ user, link }) => {
          if (link !== null) setNewLink({ user, link })
        }}
      />
      <PasswordLinkDialog newLink={newLink} onClose={() => setNewLink(null)} />
    </div>
  )
}

function NoUsers({
  isFiltered,
  onReset,
}: {
  readonly isFiltered: boolean
  readonly onReset: () => void
}) {
  const translate = useTranslations('administration.users')
  const reset = isFiltered && (
    <button type="button" className="button" onClick={onReset}>
      {translate('showAll')}
    </button>
  )
  return (
    <Notice icon="search" title={translate('noneTitle')} action={reset}>
      <p>{translate('noneText')}</p>
    </Notice>
  )
}
