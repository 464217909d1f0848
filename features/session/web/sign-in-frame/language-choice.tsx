import { useLocale, useTranslations } from 'use-intl'
import type { Locale } from '#kit/model/locale.ts'
import { Icon } from '#kit/ui/icon.tsx'
import { MenuButton } from '#kit/ui/menu/menu-button.tsx'
import { languageNames } from '#kit/web/texts/language.ts'
import { switchLanguage } from '#kit/web/texts/texts.tsx'

const atOnce = ['en', 'zh-TW'] as const satisfies readonly Locale[]
const inMenu = ['ru', 'vi'] as const satisfies readonly Locale[]

/** English and Traditional Chinese side by side, the other languages behind the globe. */
export function LanguageChoice() {
  const translate = useTranslations()
  const locale = useLocale()
  const other = inMenu.find((name) => name === locale)
  return (
    <div className="segmented" role="group" aria-label={translate('common.language')}>
      {atOnce.map((name) => (
        <button
          key={name}
          type="button"
          lang={name}
          aria-pressed={name === locale}
          disabled={name === locale}
          onClick={() => void switchLanguage(name)}
        >
          {languageNames[name]}
        </button>
      ))}
      <MenuButton
        label={
          other
            ? translate('common.languageNow', { name: languageNames[other] })
            : translate('session.otherLanguages')
        }
        className=""
        pressed={other !== undefined}
        choices={inMenu.map((name) => ({
          value: name,
          label: languageNames[name],
          lang: name,
          disabled: name === locale,
        }))}
        current={other}
        onChoose={(name) => void switchLanguage(name)}
      >
        <Icon name="globe" size={14} />
        {other !== undefined && languageNames[other]}
        <Icon name="chevron-down" size={10} />
      </MenuButton>
    </div>
  )
}
