import { App, Button, Dropdown } from 'antd'
import { useTranslations } from 'use-intl'
import { Icon } from '#kit/ui/icon.tsx'
import { toast } from '#kit/web/toast.ts'
import type { RoleDetail } from '#features/accounts/contract/roles.ts'
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
      title: translate('removeTitle', { name }),
      content: translate('removeText'),
      okText: translate('remove'),
      icon: null,
      // A failure is shown in a toast.
      onOk: () =>
        mutateAsync(name).then(
          () => toast('success', translate('removed', { name })),
          () => undefined,
        ),
    })
  const items = [
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
      label: (
        <span className="administration-choice">
          {translate('remove')}
          {reason !== null && <small>{reason}</small>}
        </span>
      ),
    },
  ]
  const label = translate('actionsOf', { name })
  return (
    <Dropdown
      trigger={['click']}
      placement="bottomRight"
      menu={{
        items,
        onClick: ({ key }) => (key === 'rename' ? onRename() : askRemove()),
        'aria-label': label,
      }}
    >
      <Button
        type="text"
        size="small"
        icon={<Icon name="more" />}
        aria-label={label}
        loading={isPending}
      />
    </Dropdown>
  )
}
