import type { FastifyInstance } from 'fastify'
import fastifyPlugin from 'fastify-plugin'
import type { Kysely, Transaction } from 'kysely'
import { shiftAt, type Shift } from '#kit/model/time/shifts.ts'
import { originOf, productOrigin, type Audit } from '#kit/server/audit.ts'
import { serve } from '#kit/server/http/serve.ts'
import type { DB } from '#kit/server/postgres-schema.ts'
import { changeShifts, listShifts } from '../contract/routes.ts'
import { renamedShifts } from './renamed-shifts.ts'
import { lockShifts, readShifts, writeShifts } from './shifts-store.ts'

interface Services {
  readonly sql: Kysely<DB>
  readonly audit: Audit
  /** The site's zone. */
  readonly timezone: string
  /** Who has stored names of shifts; new ones by the former ones, in the same transaction. */
  readonly onShiftsRenamed: (
    transaction: Transaction<DB>,
    names: ReadonlyMap<string, string>,
  ) => Promise<void>
}

/** When shifts begin. */
export const shiftsPlugin = fastifyPlugin(
  async (app: FastifyInstance, { sql, audit, timezone, onShiftsRenamed }: Services) => {
    serve(app, listShifts, async () => ({
      data: { shifts: await readShifts(sql), timezone },
    }))

    serve(app, changeShifts, async ({ body, request }) => {
      const shifts = body.shifts.toSorted((one, other) => one.start.localeCompare(other.start))
      await sql.transaction().execute(async (transaction) => {
        await lockShifts(transaction)
        const former = await readShifts(transaction)
        await writeShifts(transaction, shifts)
        await onShiftsRenamed(transaction, renamedShifts(former, shifts))
        await audit(transaction, originOf(request), changeOf(former, shifts))
      })
      return { data: { shifts, timezone } }
    })
  },
  { name: 'shifts', dependencies: ['accounts'], fastify: '5.x' },
)

/** Gives a site its first shifts; those that it has are left as they are. */
export async function ensureShifts(
  { sql, audit }: Pick<Services, 'sql' | 'audit'>,
  shifts: readonly Shift[],
): Promise<void> {
  await sql.transaction().execute(async (transaction) => {
    await lockShifts(transaction)
    const former = await readShifts(transaction)
    if (former.length > 0) return
    await writeShifts(transaction, shifts)
    await audit(transaction, productOrigin(), changeOf(former, shifts))
  })
}

/** The entry of the audit about shifts that are changed. */
function changeOf(former: readonly Shift[], shifts: readonly Shift[]) {
  return {
    action: 'installation.change-shifts',
    ...({ entity: 'installation', entityId: 'shifts' } as const),
    entityName: shifts.map(({ name }) => name).join(', '),
    ...{ before: { shifts: former }, after: { shifts } },
  } as const
}

/** When the shift in which a moment lies ends, ms UTC; null: the site has no shifts. */
export async function shiftEnd(
  sql: Kysely<DB>,
  timezone: string,
  time: number,
): Promise<number | null> {
  return shiftAt(await readShifts(sql), timezone, time)?.to ?? null
}
