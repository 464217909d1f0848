import { useTranslations } from 'use-intl'
import { Icon } from '#kit/ui/icon.tsx'
import { turnHelp, useHelp } from './help-state.ts'

/** Opens and closes the page of the guide about the screen that is shown. */
export function HelpButton() {
  const translate = useTranslations('toolbox.help')
  const isOpen = useHelp((state) => state.isOpen)
  return (
    <button
      type="button"
      className="icon-button help-button"
      aria-label={translate('open')}
      title={translate('open')}
      aria-expanded={isOpen}
      onClick={turnHelp}
    >
      <Icon name="guide" />
    </button>
  )
}
