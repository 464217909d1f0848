import type { Kysely } from 'kysely'
import type { AccessTokens } from '#kit/server/access-tokens.ts'
import type { FollowRoleName, TakeOver } from '#kit/server/accounts.ts'
import type { Audit } from '#kit/server/audit.ts'
import type { Bus } from '#kit/server/bus.ts'
import type { Clock } from '#kit/server/clock.ts'
import type { PostgresListener } from '#kit/server/notifications/postgres-listener.ts'
import type { PersonalData } from '#kit/server/personal-data/personal-data.ts'
import type { DB } from '#kit/server/postgres-schema.ts'
import type { Keyring } from '#kit/server/secrets/keyring.ts'
import type { BrowserSessions } from './sessions/browser-sessions.ts'
import type { Callers } from './sessions/callers.ts'
import type { CaptchaVerifier } from './sign-in/captcha.ts'
import type { KnownBrowsers } from './sign-in/known-browsers.ts'
import type { AttemptLimiter } from './sign-in/attempt-limiter.ts'

/** What accounts are given by the one who composes the server. */
export interface AccountServices {
  readonly sql: Kysely<DB>
  readonly bus: Bus
  readonly clock: Clock
  /** Brings what any process changed in sessions and rights. */
  readonly listener: PostgresListener
  readonly audit: Audit
  /** What other programs read with, instead of a session. */
  readonly accessTokens: AccessTokens
  /** Who is removed leaves things that others use. */
  readonly takeOver: TakeOver
  /** Features that have stored names of roles. */
  readonly onRoleRenamed: readonly FollowRoleName[]
  /** Everything that any feature stores about a person. */
  readonly personalData: PersonalData
  /** Seals what has to be read again, such as the secrets of authenticators. */
  readonly keyring: Keyring
  /** Null: captcha tokens are ignored. */
  readonly verifyCaptcha: CaptchaVerifier | null
  readonly config: {
    /** Answers an unknown e-mail address like a wrong password. */
    readonly hideUnknown: boolean
    /** Cookies get `Secure` even where the request did not visibly come over https. */
    readonly secureCookies: boolean
    /** Shows the demo accounts on the sign-in page. */
    readonly demo: boolean
  }
  readonly site: {
    readonly name: string
    readonly timezone: string
    readonly version: string
    readonly legacyUrl: string | null
    readonly guideUrl: string | null
    readonly captcha: { readonly script: string; readonly siteKey: string } | null
    readonly analyticsScript: string | null
  }
}

/** What the handlers of accounts work with. */
export interface AccountContext {
  readonly services: AccountServices
  readonly callers: Callers
  readonly sessions: BrowserSessions
  readonly browsers: KnownBrowsers
  readonly limitAttempts: AttemptLimiter
}
