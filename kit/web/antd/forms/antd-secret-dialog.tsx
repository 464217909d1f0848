import { Button, Input, Modal } from 'antd'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { Icon } from '#kit/ui/icon.tsx'
import { copyText } from '../../browser/copy-text.ts'
import { toast } from '../../toast.ts'

interface SecretDialogProps {
  /** Null while there is nothing to show. */
  readonly secret: string | null
  readonly title: ReactNode
  /** What it opens, and to whom to give it. */
  readonly text: ReactNode
  /** What the field with the secret is called. */
  readonly label: string
  /** How long it is valid, where that is limited. */
  readonly until?: string | null
  /** A new one ends this one. Else both count. */
  readonly isReplaced?: boolean
  readonly onClose: () => void
}

/** Shows a link or a token, once, to be copied: it is stored nowhere. */
export function SecretDialog({
  secret,
  title,
  text,
  label,
  until = null,
  isReplaced = true,
  onClose,
}: SecretDialogProps) {
  const translate = useTranslations('common.secret')
  const close = useTranslations('common')
  const copy = () => {
    void copyText(secret ?? '').then((isCopied) =>
      toast(isCopied ? 'success' : 'error', translate(isCopied ? 'copied' : 'notCopied')),
    )
  }
  return (
    <Modal
      open={secret !== null}
      title={title}
      onCancel={onClose}
      mask={{ closable: false }}
      destroyOnHidden
      footer={<Button onClick={onClose}>{close('close')}</Button>}
    >
      {secret !== null && (
        <div className="secret">
          <p>{text}</p>
          <div className="secret-row">
            <Input
              readOnly
              value={secret}
              aria-label={label}
              onFocus={(event) => event.target.select()}
            />
            <Button type="primary" icon={<Icon name="copy" />} onClick={copy}>
              {translate('copy')}
            </Button>
          </div>
          {until !== null && (
            <p className="secret-note">
              <Icon name="clock" size={14} />
              {until}
            </p>
          )}
          <p className="secret-note">
            <Icon name="info" size={14} />
            {translate(isReplaced ? 'once' : 'onceOnly')}
          </p>
        </div>
      )}
    </Modal>
  )
}
