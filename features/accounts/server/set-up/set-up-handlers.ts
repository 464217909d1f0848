import type { FastifyInstance } from 'fastify'
import { originOf } from '#kit/server/audit.ts'
import { serve } from '#kit/server/http/serve.ts'
import { setUpFirstAdministrator } from '../../contract/set-up.ts'
import type { AccountContext } from '../account-services.ts'
import { signInRate } from '../sign-in/sign-in-limits.ts'
import { createFirstAdministrator } from './first-administrator.ts'

/** The call of the set-up link, which signs in whom it makes. */
export function registerSetUpRoute(
  app: FastifyInstance,
  { services, sessions }: AccountContext,
): void {
  const options = { rateLimit: signInRate }
  serve(app, setUpFirstAdministrator, options, async ({ body, request, reply }) => {
    const user = await createFirstAdministrator(services, body, originOf(request))
    return { data: await sessions.start(user, request, reply, { isAudited: true }) }
  })
}
