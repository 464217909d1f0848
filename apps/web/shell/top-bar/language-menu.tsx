import { useLocale, useTranslations } from 'use-intl'
import { locales } from '#kit/model/locale.ts'
import { Icon } from '#kit/ui/icon.tsx'
import { MenuButton } from '#kit/ui/menu/menu-button.tsx'
import { languageNames } from '#kit/web/texts/language.ts'
import { switchLanguage } from '#kit/web/texts/texts.tsx'

/** The four languages; the one in force cannot be chosen again. */
export function LanguageMenu() {
  const translate = useTranslations('common')
  const locale = useLocale()
  return (
    <MenuButton
      label={translate('languageNow', { name: languageNames[locale] })}
      className="top-bar-button"
      choices={locales.map((name) => ({
        value: name,
        label: languageNames[name],
        lang: name,
        disabled: name === locale,
      }))}
      current={locale}
      onChoose={(name) => void switchLanguage(name)}
    >
      <Icon name="globe" />
      <span className="language-name">{languageNames[locale]}</span>
      <Icon name="chevron-down" size={12} />
    </MenuButton>
  )
}
