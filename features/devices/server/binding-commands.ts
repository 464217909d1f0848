import type { Kysely } from 'kysely'
import { z } from 'zod'
import { isEmail } from '#kit/model/address.ts'
import { Relation } from '#kit/model/device.ts'
import { AppError } from '#kit/model/calls/errors.ts'
import { defineCommand } from '#kit/server/command-line/command.ts'
import type { DB } from '#kit/server/postgres-schema.ts'
import { audited, id, unknownDevice, type DeviceCommandServices } from './audited-change.ts'
import {
  bindUser,
  findDeviceId,
  unbindUser,
  type BindingKey,
  type BoundDays,
} from './devices-store.ts'

const account = z.string().trim().refine(isEmail, 'must be an e-mail address')
const email = account.optional().describe('E-mail address of the user')
// The earlier name of --email, which scripts may still use.
const user = account.optional().meta({ replacedBy: 'email' })
const person = { email, user }

/** What `refine` needs to ask for the person. */
const personIsNamed = {
  check: (options: { readonly email?: string | undefined; readonly user?: string | undefined }) =>
    options.email !== undefined || options.user !== undefined,
  // Reported together with what is wrong in the other options.
  otherwise: { path: ['email'], error: 'is required', when: () => true },
}

const day = z
  .string()
  .refine(
    (text) => text === 'none' || isDay(text),
    'must be a day from 1970 to 2099 such as 2026-11-30, or none',
  )
  .transform((text) => (text === 'none' ? null : text))
  .optional()

const isDay = (text: string) =>
  z.iso.date().safeParse(text).success && text >= '1970-01-01' && text <= '2099-12-31'

/** `2026-01-01 to 2026-11-30`; null where there is no limit. */
function daysText({ contractStart, contractEnd }: BoundDays): string | null {
  if (contractStart === null && contractEnd === null) return null
  return [contractStart && `from ${contractStart}`, contractEnd && `to the end of ${contractEnd}`]
    .filter(Boolean)
    .join(' ')
}

export const bind = defineCommand({
  name: 'device bind',
  summary: 'Lets a user see a device, for the days of a contract or without a limit',
  options: z
    .strictObject({
      id,
      ...person,
      relation: z
        .enum(Relation.options, `must be one of ${Relation.options.join(', ')}`)
        .describe('admin (parent account) or sub-user (child account)'),
      start: day.describe(
        'First day of the contract, as 2026-01-31; none: no limit; absent: as it is',
      ),
      end: day.describe(
        'Last day of the contract, as 2026-12-31; none: no limit; absent: as it is',
      ),
    })
    .refine(personIsNamed.check, personIsNamed.otherwise),
  result: z.object({
    lesiId: z.string(),
    user: z.string(),
    relation: Relation,
    contractStart: z.string().nullable(),
    contractEnd: z.string().nullable(),
  }),
  async run(services: DeviceCommandServices, { id: lesiId, relation, start, end, ...named }) {
    const userEmail = named.email ?? named.user ?? ''
    let days: BoundDays = { contractStart: null, contractEnd: null }
    await audited(services, lesiId, 'device.bind', async (transaction) => {
      const ids = await idsOf(services, transaction, lesiId, userEmail)
      const contract = { contractStart: start, contractEnd: end }
      days = await bindUser(transaction, { ...ids, relation, ...contract })
      if (
        days.contractStart !== null &&
        days.contractEnd !== null &&
        days.contractStart > days.contractEnd
      ) {
        throw new AppError(
          'invalid',
          `The contract would end on ${days.contractEnd}, ` +
            `before it begins on ${days.contractStart}`,
        )
      }
      return { deviceId: ids.deviceId, after: { user: userEmail, relation, ...days } }
    })
    return { lesiId, user: userEmail, relation, ...days }
  },
  print: ({ lesiId, user: userEmail, relation, ...days }) =>
    [`${userEmail} sees device ${lesiId} as ${relation}`, daysText(days)]
      .filter(Boolean)
      .join(', '),
})

export const unbind = defineCommand({
  name: 'device unbind',
  summary: 'Takes a device away from a user, at once also on open screens',
  options: z.strictObject({ id, ...person }).refine(personIsNamed.check, personIsNamed.otherwise),
  result: z.object({ lesiId: z.string(), user: z.string() }),
  async run(services: DeviceCommandServices, { id: lesiId, ...named }) {
    const userEmail = named.email ?? named.user ?? ''
    await audited(services, lesiId, 'device.unbind', async (transaction) => {
      const ids = await idsOf(services, transaction, lesiId, userEmail)
      const removed = await unbindUser(transaction, ids)
      if (!removed) throw new AppError('not_found', `${userEmail} is not bound to device ${lesiId}`)
      return {
        deviceId: ids.deviceId,
        before: { user: userEmail, ...removed },
        after: { user: userEmail },
      }
    })
    return { lesiId, user: userEmail }
  },
  print: ({ lesiId, user: userEmail }) => `${userEmail} no longer sees device ${lesiId}`,
})

/** 404 that names the device or the user who does not exist. */
async function idsOf(
  { accounts }: DeviceCommandServices,
  transaction: Kysely<DB>,
  lesiId: string,
  userEmail: string,
): Promise<BindingKey> {
  const deviceId = await findDeviceId(transaction, lesiId)
  if (deviceId === null) throw unknownDevice(lesiId)
  const userId = (await accounts.idsByEmail(transaction, [userEmail])).get(userEmail)
  if (userId === undefined) throw new AppError('not_found', `There is no user ${userEmail}`)
  return { deviceId, userId }
}
