import { App } from 'antd'
import { useTranslations } from 'use-intl'
import { useUnsaved } from '#kit/web/screens/unsaved.ts'

export const importTokensForm = 'import-tokens'

/**
 * Closes what shows tokens of new devices; while there are some that nobody has taken along, or
 * they are on their way, only after the person has agreed to lose them.
 */
export function useTokensClose(hasUntaken: boolean, onClose: () => void): () => void {
  const translate = useTranslations('devices.import')
  const { modal } = App.useApp()
  // Tokens are not stored beyond what shows them.
  const discard = useUnsaved(importTokensForm, hasUntaken, () => null)
  return () => {
    if (!hasUntaken) return onClose()
    void modal.confirm({
      title: translate('leaveTitle'),
      content: translate('leaveText'),
      okText: translate('leave'),
      cancelText: translate('stay'),
      autoFocusButton: 'cancel',
      icon: null,
      onOk: () => {
        discard()
        onClose()
      },
    })
  }
}
