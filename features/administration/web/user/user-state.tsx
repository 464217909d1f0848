import { useNavigate } from '@tanstack/react-router'
import { App, Button } from 'antd'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { RelativeTime } from '#kit/web/formats/relative-time.tsx'
import { toast } from '#kit/web/toast.ts'
import { useFormat } from '#kit/web/formats/use-format.ts'
import { isolated } from '#kit/web/formats/isolated.ts'
import type { PasswordLink, User } from '#features/accounts/contract/users.ts'
import { Action } from './action.tsx'
import { Avatar } from './avatar.tsx'
import { PasswordLinkDialog } from './password-link-dialog.tsx'
import { Erasure, PersonalData } from './personal-data.tsx'
import { useShowRefusal } from '../show-refusal.ts'
import { useRemoveSecondFactor } from './use-remove-second-factor.ts'
import { useRemoveUser } from './use-remove-user.ts'
import { useResetLink } from './use-reset-link.ts'
import { useAccess } from './user-actions.tsx'

/**
 * What is so about an account, and what is done to it at once: access, password, second step,
 * removal.
 */
export function UserState({ user }: { readonly user: User }) {
  const translate = useTranslations('administration.user')
  const users = useTranslations('administration.users')
  const format = useFormat()
  return (
    <section className="panel user-state" aria-labelledby="user-state-title">
      <header className="panel-head">
        <h2 id="user-state-title">{translate('state')}</h2>
      </header>
      <div className="panel-body">
        <div className="user-state-person">
          <Avatar name={user.name} address={user.avatar} />
          <dl className="user-details">
            <dt>{translate('created')}</dt>
            <dd className="number">{format.dateTime(user.createdAt)}</dd>
            <dt>{users('lastSeen')}</dt>
            <dd>
              {user.lastSeenAt === null ? users('never') : <RelativeTime time={user.lastSeenAt} />}
            </dd>
          </dl>
        </div>
        <Access user={user} />
        <Password user={user} />
        {user.secondFactor && <SecondStep user={user} />}
        <Removal user={user} />
        <PersonalData user={user} />
        <Erasure user={user} />
      </div>
    </section>
  )
}

function Access({ user }: { readonly user: User }) {
  const translate = useTranslations('administration.user')
  const access = useAccess(user)
  return (
    <Action
      title={translate(user.disabled ? 'accessClosed' : 'accessOpen')}
      text={translate(user.disabled ? 'accessClosedText' : 'accessOpenText')}
      reason={access.reason}
    >
      <Button disabled={!access.isAllowed} loading={access.isPending} onClick={access.change}>
        {access.label}
      </Button>
    </Action>
  )
}

function Password({ user }: { readonly user: User }) {
  const translate = useTranslations('administration.user')
  const users = useTranslations('administration.users')
  const { mutate, isPending } = useResetLink()
  const [link, setLink] = useState<PasswordLink | null>(null)
  const isAllowed = user.abilities.resetPassword
  return (
    <Action
      title={translate('password')}
      text={translate('passwordText')}
      reason={isAllowed ? null : users('beyondOwn')}
    >
      <Button
        disabled={!isAllowed}
        loading={isPending}
        onClick={() => mutate(user.id, { onSuccess: setLink })}
      >
        {users('resetLink')}
      </Button>
      <PasswordLinkDialog newLink={link && { user, link }} onClose={() => setLink(null)} />
    </Action>
  )
}

function SecondStep({ user }: { readonly user: User }) {
  const translate = useTranslations('administration.user')
  const { modal } = App.useApp()
  const { mutateAsync, isPending } = useRemoveSecondFactor()
  const ask = () =>
    void modal.confirm({
      title: translate('twoStepOffTitle', { name: isolated(user.name) }),
      content: translate('twoStepOffText'),
      okText: translate('twoStepOff'),
      icon: null,
      // A failure is shown in a toast.
      onOk: () => mutateAsync(user.id).catch(() => undefined),
    })
  return (
    <Action title={translate('twoStep')} text={translate('twoStepText')} reason={null}>
      <Button disabled={!user.abilities.resetPassword} loading={isPending} onClick={ask}>
        {translate('twoStepOff')}
      </Button>
    </Action>
  )
}

function Removal({ user }: { readonly user: User }) {
  const translate = useTranslations('administration.user')
  const users = useTranslations('administration.users')
  const navigate = useNavigate()
  const { modal } = App.useApp()
  const showRefusal = useShowRefusal()
  const { mutateAsync, isPending } = useRemoveUser()
  const remove = () =>
    mutateAsync(user.id).then(() => {
      toast('success', translate('removed', { name: isolated(user.name) }))
      void navigate({ to: '/administrator/users' })
    }, showRefusal)
  const ask = () =>
    void modal.confirm({
      title: translate('removeTitle', { name: isolated(user.name) }),
      content: translate('removeText'),
      okText: translate('remove'),
      icon: null,
      autoFocusButton: 'cancel',
      onOk: remove,
    })
  const reason = users(user.roles.includes('admin') ? 'adminProtected' : 'beyondOwn')
  return (
    <Action
      title={translate('removal')}
      text={translate('removalText')}
      reason={user.abilities.remove ? null : reason}
    >
      <Button disabled={!user.abilities.remove} loading={isPending} onClick={ask}>
        {translate('remove')}
      </Button>
    </Action>
  )
}
