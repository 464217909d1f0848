import { Button, Checkbox } from 'antd'
import { useEffect, useRef } from 'react'
import { useTranslations } from 'use-intl'
import { Icon } from '#kit/ui/icon.tsx'
import { copyText } from '#kit/web/browser/copy-text.ts'
import { toast } from '#kit/web/toast.ts'

interface RecoveryCodesProps {
  readonly codes: readonly string[]
  /** The person says that they are kept. */
  readonly isKept: boolean
  readonly onKept: (isKept: boolean) => void
  readonly onDone: () => void
}

/** The recovery codes, shown once: to be copied or kept as a file before the dialog closes. */
export function RecoveryCodes({ codes, isKept, onKept, onDone }: RecoveryCodesProps) {
  const translate = useTranslations('session.secondFactor')
  const first = useRef<HTMLButtonElement>(null)
  useEffect(() => first.current?.focus(), [])
  const text = `${codes.join('\n')}\n`
  const copy = () =>
    void copyText(text).then((isCopied) =>
      toast(isCopied ? 'success' : 'error', translate(isCopied ? 'copied' : 'notCopied')),
    )
  const download = () => {
    const address = URL.createObjectURL(new Blob([text], { type: 'text/plain' }))
    const link = document.createElement('a')
    link.href = address
    link.download = 'warroom-recovery-codes.txt'
    link.click()
    URL.revokeObjectURL(address)
  }
  return (
    <div className="recovery-codes">
      <p className="profile-text">{translate('codesText')}</p>
      <ol>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ol>
      <span className="profile-actions">
        <Button ref={first} icon={<Icon name="copy" />} onClick={copy}>
          {translate('copyCodes')}
        </Button>
        <Button icon={<Icon name="download" />} onClick={download}>
          {translate('downloadCodes')}
        </Button>
      </span>
      <Checkbox checked={isKept} onChange={(event) => onKept(event.target.checked)}>
        {translate('codesKept')}
      </Checkbox>
      <Button type="primary" disabled={!isKept} onClick={onDone}>
        {translate('done')}
      </Button>
    </div>
  )
}
