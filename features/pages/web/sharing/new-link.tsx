import { useId } from 'react'
import { useTranslations } from 'use-intl'
import { copyText } from '#kit/web/browser/copy-text.ts'
import { toast } from '#kit/web/toast.ts'
import { CloseButton, ModalDialog } from '#kit/ui/dialog/modal-dialog.tsx'

interface NewLinkProps {
  readonly address: string
  readonly onClose: () => void
}

/** Shows a new link, once. */
export function NewLink({ address, onClose }: NewLinkProps) {
  const translate = useTranslations('pages.sharing')
  const secret = useTranslations('common.secret')
  const id = useId()
  const copy = () =>
    void copyText(address).then((isCopied) =>
      toast(isCopied ? 'success' : 'error', secret(isCopied ? 'copied' : 'notCopied')),
    )
  return (
    <ModalDialog
      title={translate('made')}
      onClose={onClose}
      onSubmit={copy}
      footer={
        <>
          <CloseButton>{translate('close')}</CloseButton>
          <button type="submit" className="button primary">
            {translate('copy')}
          </button>
        </>
      }
    >
      <p>{translate('madeText')}</p>
      <div className="field">
        <label htmlFor={id}>{translate('link')}</label>
        <div className="input">
          <input id={id} value={address} readOnly data-first="" />
        </div>
      </div>
    </ModalDialog>
  )
}
