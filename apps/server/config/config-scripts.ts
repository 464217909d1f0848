import type { EnvironmentReader } from './config-environment.ts'
import { origins, url } from './config-urls.ts'
import { text } from './config-values.ts'

/** A service that distinguishes people from machines, as reCAPTCHA v3 does. */
export interface Captcha {
  readonly secret: string
  readonly siteKey: string
  /** Where the server asks whether a token is good. */
  readonly url: string
  /** The script that the sign-in page loads. */
  readonly script: string
  /** Origins besides that of the script that the page must reach for it. */
  readonly origins: readonly string[]
}

const service = {
  verification: 'https://www.google.com/recaptcha/api/siteverify',
  script: 'https://www.google.com/recaptcha/api.js',
  origins: ['https://www.gstatic.com', 'https://recaptcha.google.com'],
} as const

/** The captcha of the sign-in page; null where no secret is set. */
export function readCaptcha(from: EnvironmentReader): Captcha | null {
  const secret = from.read('CAPTCHA_SECRET', text(1024), null)
  const siteKey = from.read('CAPTCHA_SITE_KEY', text(1024), null)
  const verification = from.read(
    'CAPTCHA_URL',
    url(['http', 'https'], service.verification),
    service.verification,
  )
  const script = from.read('CAPTCHA_SCRIPT', url(['http', 'https'], service.script), service.script)
  const usual = script === service.script ? service.origins : []
  const captcha = {
    url: verification,
    script,
    origins: from.read('CAPTCHA_ORIGINS', origins, usual),
  }
  if (secret !== null && siteKey !== null) return { secret, siteKey, ...captcha }
  // One without the other would let nobody in.
  if (secret !== null)
    from.refuse('CAPTCHA_SECRET', 'stands without CAPTCHA_SITE_KEY', 'both, of the same service')
  if (siteKey !== null)
    from.refuse('CAPTCHA_SITE_KEY', 'stands without CAPTCHA_SECRET', 'both, of the same service')
  return null
}
