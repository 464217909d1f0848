import { useQueryClient } from '@tanstack/react-query'
import { call } from '#kit/web/calls/call.ts'
import { useMutation } from '#kit/web/calls/use-mutation.ts'
import { csrfCookie, signIn } from '#features/accounts/contract/sign-in.ts'
import { markSignedIn } from '../session/session-marker.ts'
import { siteQuery } from '../session/use-site.ts'
import { captchaToken } from './captcha.ts'
import { sessionQuery } from '../session/use-session.ts'

interface Credentials {
  readonly email: string
  readonly password: string
}

/**
 * Starts a session: asks for the CSRF cookie, and for a token of the captcha where the site has
 * one, signs in, and stores who it is, unless a second step is needed: the answer then has its
 * ticket. The form itself shows failures.
 */
export function useSignIn() {
  const client = useQueryClient()
  return useMutation({
    meta: { quiet: true },
    mutationFn: async ({ email, password }: Credentials) => {
      await call(csrfCookie, {})
      const { captcha } = (await client.ensureQueryData(siteQuery)).data
      const token = captcha ? { recaptchatoken: await captchaToken(captcha) } : {}
      const { data } = await call(signIn, { body: { email: email.trim(), password, ...token } })
      return data
    },
    onSuccess: (answered) => {
      if ('ticket' in answered) return
      markSignedIn()
      client.setQueryData(sessionQuery.queryKey, { data: answered })
    },
  })
}
