import { useTranslations } from 'use-intl'
import type { SnippetKind } from '#features/devices/contract/snippets.ts'
import { Icon } from '#kit/ui/icon.tsx'
import { copyText } from '#kit/web/browser/copy-text.ts'
import { toast } from '#kit/web/toast.ts'

export function Snippet({ kind, text }: { readonly kind: SnippetKind; readonly text: string }) {
  const translate = useTranslations('devices.clipboard')
  const copy = () => {
    void copyText(text).then((isCopied) =>
      toast(isCopied ? 'success' : 'error', translate(isCopied ? 'copied' : 'notCopied')),
    )
  }
  return (
    <>
      <p className="device-note">{translate('tokenNote')}</p>
      <p className="device-note">{translate(`notes.${kind}`)}</p>
      <div className="clipboard-code">
        <pre aria-label={translate('title')}>{text}</pre>
        <button type="button" className="button" onClick={copy}>
          <Icon name="copy" />
          {translate('copy')}
        </button>
      </div>
    </>
  )
}
