import type { QueryClient } from '@tanstack/react-query'
import { writtenFields } from '#features/accounts/contract/person-fields.ts'
import type { Profile } from '#features/accounts/contract/profile.ts'
import { putAnswer } from '#kit/web/calls/query-of.ts'
import { profileQuery } from './query-profile.ts'
import { sessionQuery } from '../session/use-session.ts'

/**
 * Shows a profile that was just saved wherever the person is shown, without asking the server
 * again.
 */
export function storeProfile(client: QueryClient, profile: Profile): void {
  putAnswer(client, profileQuery, { data: profile })
  const shown = { ...writtenFields(profile), avatar: profile.avatar, language: profile.language }
  client.setQueryData(
    sessionQuery.queryKey,
    (reply) => reply && { data: { ...reply.data, ...shown } },
  )
}
