import { useTranslations } from 'use-intl'
import { locales, type Locale } from '#kit/model/locale.ts'
import { Notice } from '#kit/ui/notice.tsx'
import { languageNames } from '#kit/web/texts/language.ts'
import type { CatalogueText } from './coverage.ts'

/** Texts with their key, in all languages. */
export function TextList({ texts }: { readonly texts: readonly CatalogueText[] }) {
  const translate = useTranslations('toolbox.i18n')
  if (texts.length === 0)
    return (
      <Notice icon="check" title={translate('noneTitle')}>
        <p>{translate('noneText')}</p>
      </Notice>
    )
  return (
    <ul className="i18n-list">
      {texts.map((text) => (
        <li key={text.key}>
          <code>{text.key}</code>
          <dl>
            {locales.map((locale) => (
              <TextOf key={locale} locale={locale} text={text} />
            ))}
          </dl>
        </li>
      ))}
    </ul>
  )
}

function TextOf({ locale, text }: { readonly locale: Locale; readonly text: CatalogueText }) {
  const translate = useTranslations('toolbox.i18n')
  const problem = text.problems[locale]
  return (
    <div>
      <dt>{languageNames[locale]}</dt>
      <dd lang={locale}>{text.texts[locale]}</dd>
      {problem !== null && <dd className="tag warning">{translate(`problems.${problem}`)}</dd>}
    </div>
  )
}
