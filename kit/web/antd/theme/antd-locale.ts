import type { ConfigProviderProps } from 'antd'
import english from 'antd/es/locale/en_US.js'
import { useEffect, useState } from 'react'
import type { Locale } from '#kit/model/locale.ts'
import { useLanguage } from '../../texts/language.ts'

type Pack = NonNullable<ConfigProviderProps['locale']>

/**
 * The component library's own texts, a piece for each language; English is part of the library
 * itself.
 */
const packs: Readonly<Record<Exclude<Locale, 'en'>, () => Promise<{ readonly default: Pack }>>> = {
  ru: () => withCalendar('ru', import('antd/es/locale/ru_RU.js'), import('dayjs/locale/ru.js')),
  'zh-TW': () =>
    withCalendar('zh-tw', import('antd/es/locale/zh_TW.js'), import('dayjs/locale/zh-tw.js')),
  vi: () => withCalendar('vi', import('antd/es/locale/vi_VN.js'), import('dayjs/locale/vi.js')),
}

/**
 * The library's calendars take names of months and days, and where the week begins, from the
 * library of dates below it.
 */
async function withCalendar<Module>(
  language: string,
  texts: Promise<Module>,
  calendar: Promise<unknown>,
): Promise<Module> {
  const [module, { beginWeeksOnMonday }] = await Promise.all([
    texts,
    import('../fields/calendar-weeks.ts'),
    calendar,
  ])
  beginWeeksOnMonday(language)
  return module
}

const loaded = new Map<Locale, Pack>([['en', english]])

/**
 * The library's texts in the language on screen. Undefined until the first ones are here; while
 * another language's are on the way the ones before stay, and those that cannot be had are English.
 */
export function useAntdLocale(): Pack | undefined {
  const locale = useLanguage((state) => state.locale)
  const [shown, setShown] = useState(() => loaded.get(locale))
  useEffect(() => {
    let isWanted = true
    const show = (pack: Pack) => {
      if (isWanted) setShown(pack)
    }
    const present = loaded.get(locale)
    if (present !== undefined || locale === 'en') {
      show(present ?? english)
    } else {
      packs[locale]().then(
        (module) => {
          loaded.set(locale, module.default)
          show(module.default)
        },
        () => show(english),
      )
    }
    return () => {
      isWanted = false
    }
  }, [locale])
  return shown
}
