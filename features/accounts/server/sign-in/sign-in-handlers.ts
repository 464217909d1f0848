import type { FastifyInstance, FastifyRequest } from 'fastify'
import { originOf } from '#kit/server/audit.ts'
import { serve } from '#kit/server/http/serve.ts'
import { signIn, signInSecondFactor, siteInfo } from '../../contract/sign-in.ts'
import { createTicket, takeSecondFactor } from '../second-factor/second-factor.ts'
import type { AccountContext } from '../account-services.ts'
import { demoAccounts, demoPassword } from '../users/demo-accounts.ts'
import { createPasswordCheck } from './sign-in.ts'
import { signInRate } from './sign-in-limits.ts'
import { limitAccounts, type AttemptSource } from './attempt-limiter.ts'

/** The calls with which a browser signs in. */
export function registerSignInRoutes(app: FastifyInstance, context: AccountContext): void {
  const { sessions, browsers } = context
  const { limitAttempts } = context
  const limitCodes = limitAccounts(limitAttempts)
  const services = { ...context.services, limitAttempts, limitCodes }
  const checkPassword = createPasswordCheck(services)
  const sourceOf = (request: FastifyRequest, isAnonymous: boolean): AttemptSource => ({
    ...{ address: request.ip, isAnonymous },
    browserOf: (accountId) => browsers.nonceOf(request, accountId),
  })
  serve(app, signIn, { rateLimit: signInRate }, async ({ body, request, reply }) => {
    const credentials = { ...body, captchaToken: body.recaptchatoken }
    const user = await checkPassword(credentials, sourceOf(request, true), originOf(request))
    if (!user.secondFactor) return { data: await sessions.start(user, request, reply) }
    return { data: { secondFactor: true as const, ticket: await createTicket(services, user) } }
  })
  serve(app, signInSecondFactor, { rateLimit: signInRate }, async ({ body, request, reply }) => {
    const source = sourceOf(request, false)
    const user = await takeSecondFactor(services, body.ticket, body, source, originOf(request))
    return { data: await sessions.start(user, request, reply) }
  })
  const { demo } = services.config
  serve(app, siteInfo, async () => ({
    data: {
      ...services.site,
      demo: demo ? { password: demoPassword, accounts: [...demoAccounts] } : null,
    },
  }))
}
