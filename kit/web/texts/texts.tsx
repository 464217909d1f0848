import type { ReactNode } from 'react'
import { createTranslator, IntlProvider, type Messages } from 'use-intl'
import type { Locale } from '#kit/model/locale.ts'
import { changeLanguage, errorLocale, loadCatalogue, useLanguage } from './language.ts'
import { dismissToast, toast } from '../toast.ts'

/**
 * Gives `useTranslations` the texts of the chosen language, and the zone of the site to everything
 * that writes times.
 */
export function TextsProvider({
  timeZone,
  children,
}: {
  readonly timeZone: string
  readonly children: ReactNode
}) {
  const { locale, catalogue } = useLanguage()
  if (catalogue === null) return null
  return (
    <IntlProvider locale={locale} messages={catalogue} timeZone={timeZone}>
      {children}
    </IntlProvider>
  )
}

/**
 * A translator of the error texts, in the language of the cookie; in the language on screen when
 * that cannot be fetched.
 */
export async function errorTranslator() {
  const { locale, catalogue } = useLanguage.getState()
  const wanted = errorLocale()
  const texts =
    wanted === locale && catalogue !== null
      ? catalogue
      : await loadCatalogue(wanted).catch(() => catalogue ?? {})
  return createTranslator({ locale: wanted, messages: texts as Messages, namespace: 'errors' })
}

/** The message of the switch before: in its language nobody wants to read it any more. */
let lastSwitch = 0

/**
 * Changes the language for good and says so in the new one; says when its texts cannot be fetched.
 */
export async function switchLanguage(locale: Locale): Promise<void> {
  try {
    if (!(await changeLanguage(locale))) return
  } catch {
    toast('error', (await errorTranslator())('noResponse'))
    return
  }
  const translate = createTranslator({
    locale,
    messages: useLanguage.getState().catalogue as Messages,
    namespace: 'common',
  })
  dismissToast(lastSwitch)
  lastSwitch = toast('success', translate('languageSwitched'))
}
