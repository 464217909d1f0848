import { useTranslations } from 'use-intl'
import { Icon, type IconName } from '#kit/ui/icon.tsx'
import { MenuButton } from '#kit/ui/menu-button.tsx'
import { chooseTheme, themeChoices, useTheme, type ThemeChoice } from '#kit/web/theme.ts'

const icons: Readonly<Record<ThemeChoice, IconName>> = { light: 'sun', dark: 'moon', system: 'theme' }

/** Light, dark, or as the system. */
export function ThemeMenu() {
  const translate = useTranslations('shell.theme')
  const choice = useTheme((state) => state.choice)
  return (
    <MenuButton
      label={translate('label', { choice: translate(choice) })}
      className="icon-button"
      choices={themeChoices.map((name) => ({ value: name, label: translate(name) }))}
      current={choice}
      onChoose={chooseTheme}
    >
      <Icon name={icons[choice]} />
    </MenuButton>
  )
}
