import { ApiError } from '#kit/web/calls/api-error.ts'
import { loadScript } from '#kit/web/browser/load-script.ts'

interface Captcha {
  readonly script: string
  readonly siteKey: string
}

/** What a reCAPTCHA-v3-compatible script offers to the page. */
interface Service {
  readonly ready: (callback: () => void) => void
  readonly execute: (siteKey: string, options: { readonly action: string }) => Promise<string>
}

declare global {
  interface Window {
    readonly grecaptcha?: Service
  }
}

const waitMs = 10_000

/** Begins to load the script, so that it has seen the page for a while when somebody signs in. */
export function prepareCaptcha(captcha: Captcha): void {
  // Whoever asks for a token afterwards meets with the failure.
  void loadService(captcha).catch(() => undefined)
}

/**
 * A new token for one sign-in. Throws `captcha_unloaded` when the script was not loaded, or gives
 * none within 10 s.
 */
export async function captchaToken(captcha: Captcha): Promise<string> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const tooLong = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error('the captcha gives no token')), waitMs)
  })
  try {
    return await Promise.race([askForToken(captcha), tooLong])
  } catch (error) {
    throw new ApiError({ status: 0, code: 'captcha_unloaded', message: String(error) })
  } finally {
    clearTimeout(timer)
  }
}

async function askForToken(captcha: Captcha): Promise<string> {
  const service = await loadService(captcha)
  await new Promise<void>((resolve) => service.ready(resolve))
  return service.execute(captcha.siteKey, { action: 'login' })
}

async function loadService({ script, siteKey }: Captcha): Promise<Service> {
  const address = new URL(script)
  address.searchParams.set('render', siteKey)
  await loadScript(address.href)
  if (!window.grecaptcha) throw new Error(`${script} is not the script of a captcha`)
  return window.grecaptcha
}
