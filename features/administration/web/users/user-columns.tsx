import { Link } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import { Icon } from '#kit/ui/icon.tsx'
import type { RecordColumn } from '#kit/web/antd/antd-table.tsx'
import { RelativeTime } from '#kit/web/formats/relative-time.tsx'
import type { PasswordLink, User } from '#features/accounts/contract/users.ts'
import { Avatar } from '../user/avatar.tsx'
import { UserActions } from '../user/user-actions.tsx'

/** The list of users, column by column. `onLink` gets a reset link that was made. */
export function useUserColumns(
  onLink: (user: User, link: PasswordLink) => void,
): readonly RecordColumn<User>[] {
  const translate = useTranslations('administration.users')
  return [
    {
      key: 'name',
      title: translate('name'),
      isSortable: true,
      card: 'head',
      render: (user) => <Name key="name" user={user} />,
    },
    {
      key: 'email',
      title: translate('email'),
      isSortable: true,
      render: ({ email }) => <span className="administration-long">{email}</span>,
    },
    { key: 'roles', title: translate('roles'), render: (user) => <Roles user={user} /> },
    { key: 'status', title: translate('status'), render: (user) => <Status user={user} /> },
    {
      key: 'lastSeen',
      title: translate('lastSeen'),
      isSortable: true,
      width: 160,
      render: ({ lastSeenAt }) =>
        lastSeenAt === null ? (
          <span>{translate('never')}</span>
        ) : (
          <RelativeTime key={lastSeenAt} time={lastSeenAt} />
        ),
    },
    {
      key: 'actions',
      title: translate('actions'),
      align: 'right',
      width: 64,
      card: 'head',
      render: (user) => (
        <UserActions key="actions" user={user} onLink={(link) => onLink(user, link)} />
      ),
    },
  ]
}

function Name({ user }: { readonly user: User }) {
  return (
    <span className="administration-person">
      <Avatar name={user.name} address={user.avatar} />
      <Link
        to="/administrator/users/edit/$id"
        params={{ id: String(user.id) }}
        className="link administration-long"
        title={user.name}
      >
        {user.name}
      </Link>
    </span>
  )
}

/** How many roles are named before the rest is counted. */
const namedRoles = 3

function Roles({ user: { roles } }: { readonly user: User }) {
  return (
    <span className="administration-tags">
      {roles.slice(0, namedRoles).map((role) => (
        <span key={role} className={role === 'admin' ? 'tag warning' : 'tag'}>
          <span className="clip">{role}</span>
        </span>
      ))}
      {roles.length > namedRoles && (
        <span className="tag" title={roles.slice(namedRoles).join(', ')}>
          +{roles.length - namedRoles}
        </span>
      )}
    </span>
  )
}

function Status({ user: { disabled, secondFactor } }: { readonly user: User }) {
  const translate = useTranslations('administration.users')
  return (
    <span className="administration-status" data-disabled={disabled}>
      <Icon name={disabled ? 'bad' : 'check'} size={14} />
      {translate(disabled ? 'disabled' : 'active')}
      {secondFactor && (
        <span title={translate('twoStep')}>
          <Icon name="shield" size={14} />
          <span className="visually-hidden">{translate('twoStep')}</span>
        </span>
      )}
    </span>
  )
}
