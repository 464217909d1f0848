import { App } from 'antd'
import { useTranslations } from 'use-intl'
import { Icon } from '#kit/ui/icon.tsx'
import { toast } from '#kit/web/toast.ts'
import { isolated } from '#kit/web/formats/isolated.ts'
import type { RoleDetail } from '#features/accounts/contract/roles.ts'
import { ActionLabel, RowMenu } from '../row-menu.tsx'
import { useRemoveRole } from './use-remove-role.ts'

/**
 * Renames or removes a role that somebody made; nothing for those that came with the installation.
 */
export function RoleMenu({
  role,
  onRename,
}: {
  readonly role: RoleDetail
  readonly onRename: () => void
}) {
  const translate = useTranslations('administration.roles')
  const { modal } = App.useApp()
  const { mutateAsync, isPending } = useRemoveRole()
  if (role.builtIn) return null
  const { abilities, members, name } = role
  const reason = abilities.remove
    ? null
    : members > 0
      ? translate('held', { count: members })
      : translate('locked')
  const askRemove = () =>
    void modal.confirm({
      title: translate('removeTitle', { name: isolated(name) }),
      content: translate('removeText'),
      okText: translate('remove'),
      icon: null,
      autoFocusButton: 'cancel',
      // A failure is shown in a toast.
      onOk: () =>
        mutateAsync(name).then(
          () => toast('success', translate('removed', { name: isolated(name) })),
          () => undefined,
        ),
    })
  const actions = [
    {
      key: 'rename',
      label: translate('rename'),
      icon: <Icon name="edit" />,
      disabled: !abilities.rename,
    },
    {
      key: 'remove',
      icon: <Icon name="trash" />,
      disabled: !abilities.remove,
      label: <ActionLabel text={translate('remove')} reason={reason} />,
    },
  ]
  return (
    <RowMenu
      label={translate('actionsOf', { name })}
      actions={actions}
      isBusy={isPending}
      onChoose={(key) => (key === 'rename' ? onRename() : askRemove())}
    />
  )
}
