import { Button, Input, Modal } from 'antd'
import { useTranslations } from 'use-intl'
import { Icon } from '#kit/ui/icon.tsx'
import { copyText } from '#kit/web/browser/copy-text.ts'
import { toast } from '#kit/web/toast.ts'
import { useFormat } from '#kit/web/formats/use-format.ts'
import { isolated } from '#kit/web/formats/isolated.ts'
import type { PasswordLink, User } from '#features/accounts/contract/users.ts'

interface PasswordLinkDialogProps {
  readonly newLink: { readonly user: User; readonly link: PasswordLink } | null
  readonly onClose: () => void
}

/** Shows a one-time link, once: it is stored nowhere. */
export function PasswordLinkDialog({ newLink, onClose }: PasswordLinkDialogProps) {
  const translate = useTranslations('administration.link')
  const format = useFormat()
  const address = newLink === null ? '' : location.origin + newLink.link.path
  const copy = () => {
    void copyText(address).then((isCopied) =>
      toast(isCopied ? 'success' : 'error', translate(isCopied ? 'copied' : 'notCopied')),
    )
  }
  return (
    <Modal
      open={newLink !== null}
      title={newLink && translate('title', { name: isolated(newLink.user.name) })}
      onCancel={onClose}
      mask={{ closable: false }}
      destroyOnHidden
      footer={<Button onClick={onClose}>{translate('close')}</Button>}
    >
      {newLink && (
        <div className="password-link">
          <p>{translate('text', { email: newLink.user.email })}</p>
          <div className="password-link-row">
            <Input
              readOnly
              value={address}
              aria-label={translate('label')}
              onFocus={(event) => event.target.select()}
            />
            <Button type="primary" icon={<Icon name="copy" />} onClick={copy}>
              {translate('copy')}
            </Button>
          </div>
          <p className="password-link-note">
            <Icon name="clock" size={14} />
            {translate('until', { time: format.dateTime(newLink.link.expiresAt) })}
          </p>
          <p className="password-link-note">
            <Icon name="info" size={14} />
            {translate('once')}
          </p>
        </div>
      )}
    </Modal>
  )
}
