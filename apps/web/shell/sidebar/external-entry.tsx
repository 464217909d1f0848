import { useTranslations } from 'use-intl'
import { Icon, type IconName } from '#kit/ui/icon.tsx'

interface ExternalEntryProps {
  readonly href: string
  readonly icon: IconName
  readonly name: string
  readonly onChoose: () => void
}

/** An entry that leads out of the application, in a tab of its own. */
export function ExternalEntry({ href, icon, name, onChoose }: ExternalEntryProps) {
  const translate = useTranslations('shell')
  return (
    <a href={href} target="_blank" rel="noopener noreferrer" title={name} onClick={onChoose}>
      <Icon name={icon} />
      <span>{name}</span>
      <span className="visually-hidden">{translate('newTab')}</span>
      <Icon name="external" size={12} className="menu-end" />
    </a>
  )
}
