import { homeScreen } from '#kit/model/home-screen.ts'
import type { Locale } from '#kit/model/locale.ts'
import { manifestWords } from './manifest-words.ts'

/** A picture of the application, as the manifest names it. */
export interface AppIcon {
  readonly src: string
  /** `192x192`; `any` for a drawing. */
  readonly sizes: string
  readonly type: string
  /** `maskable`: the system may cut it to a shape of its own. */
  readonly purpose: 'any' | 'maskable'
}

interface Named {
  readonly siteName: string
  readonly language: Locale
  readonly icons: readonly AppIcon[]
}

/** Characters that systems show below an icon. */
const shortNameLength = 12

/**
 * The web application manifest (W3C, Application Manifest) in one language. Its colours are those
 * of the top bar and of the ground in the dark theme, as the icon's.
 */
export function manifestOf({ siteName, language, icons }: Named): object {
  const words = manifestWords[language]
  const shortcut = (name: string, url: string) => ({
    ...{ name, url },
    icons: icons.filter(({ sizes, purpose }) => sizes === '192x192' && purpose === 'any'),
  })
  return {
    // The installed application stays the same one, whatever it is called and in which language.
    id: '/',
    ...{ name: siteName, lang: language === 'zh-TW' ? 'zh-Hant-TW' : language, dir: 'ltr' },
    ...(siteName.length <= shortNameLength && { short_name: siteName }),
    ...{ description: words.description, categories: ['business', 'utilities'] },
    ...{ start_url: '/', scope: '/', display: 'standalone' },
    ...{ theme_color: '#15191c', background_color: '#15191c', icons },
    shortcuts: [
      shortcut(words.alarms, '/sensoralarm/alarmlist'),
      shortcut(words.dashboard, homeScreen),
      shortcut(words.charts, '/warroomCharts'),
    ],
  }
}
