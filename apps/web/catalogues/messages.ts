import type { Locale } from '#kit/model/locale.ts'
import type accessTokens from '../../../features/access-tokens/web/texts/en.json'
import type administration from '../../../features/administration/web/texts/en.json'
import type administrationLater from '../../../features/administration/web/texts/on-demand/en.json'
import type alarms from '../../../features/alarms/web/texts/en.json'
import type annotations from '../../../features/annotations/web/texts/en.json'
import type articles from '../../../features/articles/web/texts/en.json'
import type assistant from '../../../features/assistant/web/texts/en.json'
import type audit from '../../../features/audit/web/texts/en.json'
import type auditLater from '../../../features/audit/web/texts/on-demand/en.json'
import type clientErrors from '../../../features/client-errors/web/texts/en.json'
import type { ConnectorKindTexts } from '../../../features/connectors/web/kind-texts.ts'
import type connectors from '../../../features/connectors/web/texts/en.json'
import type connectorsLater from '../../../features/connectors/web/texts/on-demand/en.json'
import type commands from '../../../features/commands/web/texts/en.json'
import type dashboard from '../../../features/dashboard/web/texts/en.json'
import type devices from '../../../features/devices/web/texts/en.json'
import type exportsTexts from '../../../features/exports/web/texts/en.json'
import type notificationsTexts from '../../../features/notifications/web/texts/en.json'
import type importsTexts from '../../../features/imports/web/texts/en.json'
import type importsTextsLater from '../../../features/imports/web/texts/on-demand/en.json'
import type history from '../../../features/history/web/texts/en.json'
import type pages from '../../../features/pages/web/texts/en.json'
import type past from '../../../features/past/web/texts/en.json'
import type scada from '../../../features/scada/web/texts/en.json'
import type sensors from '../../../features/sensors/web/texts/en.json'
import type session from '../../../features/session/web/texts/en.json'
import type sessionSignedIn from '../../../features/session/web/texts/signed-in/en.json'
import type toolbox from '../../../features/toolbox/web/texts/en.json'
import type { KindTexts } from '../../../features/widgets/web/kind-texts.ts'
import type widgets from '../../../features/widgets/web/texts/en.json'
import type shell from '../texts/en.json'
import type signedIn from '../texts/signed-in/en.json'

/**
 * Every namespace and key, from the English catalogues; a key that is not there does not compile.
 */
type ApplicationMessages = typeof shell &
  typeof signedIn & {
    'access-tokens': typeof accessTokens
    administration: typeof administration & typeof administrationLater
    alarms: typeof alarms
    annotations: typeof annotations
    articles: typeof articles
    assistant: typeof assistant
    audit: typeof audit & typeof auditLater
    'client-errors': typeof clientErrors
    connectors: typeof connectors & typeof connectorsLater & { kinds: ConnectorKindTexts }
    commands: typeof commands
    dashboard: typeof dashboard
    devices: typeof devices
    exports: typeof exportsTexts
    notifications: typeof notificationsTexts
    imports: typeof importsTexts & typeof importsTextsLater
    history: typeof history
    pages: typeof pages
    past: typeof past
    scada: typeof scada
    sensors: typeof sensors
    session: typeof session & typeof sessionSignedIn
    toolbox: typeof toolbox
    widgets: typeof widgets & { kinds: KindTexts }
  }

declare module 'use-intl' {
  interface AppConfig {
    Locale: Locale
    Messages: ApplicationMessages
  }
}
