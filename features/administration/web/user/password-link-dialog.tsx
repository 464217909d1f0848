import { useTranslations } from 'use-intl'
import { SecretDialog } from '#kit/web/antd/forms/antd-secret-dialog.tsx'
import { isolated } from '#kit/web/formats/isolated.ts'
import { useFormat } from '#kit/web/formats/use-format.ts'
import type { PasswordLink, User } from '#features/accounts/contract/users.ts'

interface PasswordLinkDialogProps {
  readonly newLink: { readonly user: User; readonly link: PasswordLink } | null
  readonly onClose: () => void
}

/** Shows a one-time link, once: it is stored nowhere. */
export function PasswordLinkDialog({ newLink, onClose }: PasswordLinkDialogProps) {
  const translate = useTranslations('administration.link')
  const format = useFormat()
  return (
    <SecretDialog
      secret={newLink && location.origin + newLink.link.path}
      title={newLink && translate('title', { name: isolated(newLink.user.name) })}
      text={newLink && translate('text', { email: newLink.user.email })}
      label={translate('label')}
      until={newLink && translate('until', { time: format.dateTime(newLink.link.expiresAt) })}
      onClose={onClose}
    />
  )
}
