import { useNavigate } from '@tanstack/react-router'
import { App } from 'antd'
import { useTranslations } from 'use-intl'
import { Icon } from '#kit/ui/icon.tsx'
import { toast } from '#kit/web/toast.ts'
import { isolated } from '#kit/web/formats/isolated.ts'
import type { PasswordLink, User } from '#features/accounts/contract/users.ts'
import { ActionLabel, RowMenu } from '../row-menu.tsx'
import { useShowRefusal } from '../show-refusal.ts'
import { useDisableUser } from './use-disable-user.ts'
import { useEnableUser } from './use-enable-user.ts'
import { useResetLink } from './use-reset-link.ts'

interface UserActionsProps {
  readonly user: User
  readonly onLink: (link: PasswordLink) => void
}

/** What can be done with an account from its row. What cannot says why. */
export function UserActions({ user, onLink }: UserActionsProps) {
  const translate = useTranslations('administration.users')
  const navigate = useNavigate()
  const access = useAccess(user)
  const resetLink = useResetLink()
  const { abilities } = user
  const actions = [
    {
      key: 'edit',
      label: translate(abilities.edit ? 'edit' : 'view'),
      icon: <Icon name={abilities.edit ? 'edit' : 'eye'} />,
    },
    {
      key: 'link',
      icon: <Icon name="lock" />,
      disabled: !abilities.resetPassword,
      label: (
        <ActionLabel
          text={translate('resetLink')}
          reason={abilities.resetPassword ? null : translate('beyondOwn')}
        />
      ),
    },
    {
      key: 'access',
      icon: <Icon name={user.disabled ? 'check' : 'bad'} />,
      disabled: !access.isAllowed,
      label: <ActionLabel text={access.label} reason={access.reason} />,
    },
  ]
  const choose = (key: string) => {
    if (key === 'edit')
      void navigate({ to: '/administrator/users/edit/$id', params: { id: String(user.id) } })
    if (key === 'link') resetLink.mutate(user.id, { onSuccess: onLink })
    if (key === 'access') access.change()
  }
  return (
    <RowMenu
      label={translate('actionsOf', { name: user.name })}
      actions={actions}
      isBusy={resetLink.isPending || access.isPending}
      onChoose={choose}
    />
  )
}

/**
 * Disabling and enabling: whether the caller may, why not, and the doing of it; disabling asks
 * first.
 */
export function useAccess(user: User) {
  const translate = useTranslations('administration.users')
  const { modal } = App.useApp()
  const showRefusal = useShowRefusal()
  const disable = useDisableUser()
  const enable = useEnableUser()
  const isAllowed = user.disabled ? user.abilities.edit : user.abilities.disable
  const change = () => {
    if (user.disabled) {
      return enable.mutate(user.id, {
        onSuccess: () => toast('success', translate('enabled', { name: isolated(user.name) })),
      })
    }
    void modal.confirm({
      title: translate('disableTitle', { name: isolated(user.name) }),
      content: translate('disableText'),
      okText: translate('disable'),
      icon: null,
      onOk: () =>
        disable
          .mutateAsync(user.id)
          .then(
            () => toast('success', translate('disabledNow', { name: isolated(user.name) })),
            showRefusal,
          ),
    })
  }
  return {
    isAllowed,
    change,
    label: translate(user.disabled ? 'enable' : 'disable'),
    reason: isAllowed
      ? null
      : translate(user.roles.includes('admin') ? 'adminProtected' : 'beyondOwn'),
    isPending: disable.isPending || enable.isPending,
  }
}
