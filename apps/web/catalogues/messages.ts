import type { Locale } from '#kit/model/locale.ts'
import type dashboard from '../../../features/dashboard/web/texts/en.json'
import type history from '../../../features/history/web/texts/en.json'
import type session from '../../../features/session/web/texts/en.json'
import type widgets from '../../../features/widgets/web/texts/en.json'
import type shell from '../texts/en.json'

/** Every namespace and key, from the English catalogues; a key that is not there does not compile. */
type ApplicationMessages = typeof shell & {
  session: typeof session
  dashboard: typeof dashboard
  history: typeof history
  widgets: typeof widgets
}

declare module 'use-intl' {
  interface AppConfig {
    Locale: Locale
    Messages: ApplicationMessages
  }
}
