import { z } from 'zod'
import { administratorGate } from '#kit/model/permission.ts'
import { defineRoute } from '#kit/model/calls/route.ts'
import { UserId } from './users.ts'

export const exportPersonalData = defineRoute({
  method: 'POST',
  path: '/api/users/:id/personal-data',
  summary: 'Everything that is stored about a person, as a ZIP of JSON files with a README',
  gate: administratorGate,
  params: UserId,
  file: 'application/zip',
})

export const exportOwnPersonalData = defineRoute({
  method: 'POST',
  path: '/api/profile/personal-data',
  summary: 'Everything that is stored about oneself, as a ZIP of JSON files with a README',
  gate: 'signed-in',
  file: 'application/zip',
})

export const erasePerson = defineRoute({
  method: 'POST',
  path: '/api/users/:id/erase',
  summary:
    'Removes an account and takes the name and the addresses of the person from everything that ' +
    'stays, the audit included; it cannot be undone',
  gate: administratorGate,
  params: UserId,
  /** The name of the account, as a proof of what is meant. */
  body: z.strictObject({ name: z.string().max(256) }),
})
