import { passesGate } from '#kit/model/gate.ts'
import type { Caller } from '#kit/server/caller.ts'
import { gatesOf } from '../jobs/allowed-request.ts'
import type { ExportServices } from '../jobs/export-services.ts'
import { readAnyExport } from '../jobs/exports-store.ts'
import type { StoredExport } from '../jobs/stored-export.ts'
import { isOpen } from '../jobs/is-open.ts'
import { readMailed } from './runs-store.ts'

type Services = Pick<ExportServices, 'sql' | 'accounts' | 'catalogue' | 'clock'>

/**
 * Files that schedules of others have sent to the caller's address, as long as they are there and
 * the caller may see all of their sensors and make such files: as a mail may be too small for them.
 */
export async function sharedWith(
  { sql, accounts, catalogue, clock }: Services,
  caller: Caller,
): Promise<readonly StoredExport[]> {
  const mailed = await readMailed(sql, clock())
  const addresses = [...new Set(mailed.flatMap(({ recipients }) => recipients))]
  if (addresses.length === 0) return []
  const ids = await accounts.idsByEmail(sql, addresses)
  const own = mailed.filter(({ recipients }) =>
    recipients.some((address) => ids.get(address) === caller.userId),
  )
  const found = await Promise.all(own.map(({ exportId }) => readAnyExport(sql, exportId)))
  return found.flatMap((stored) =>
    stored && stored.ownerId !== caller.userId && mayHave(stored) ? [stored] : [],
  )

  function mayHave({ request }: StoredExport): boolean {
    // It is of all that its owner may see.
    if (request.kind === 'handover') return false
    return (
      isOpen(catalogue, caller, request) &&
      gatesOf(request).every((gate) => passesGate(gate, caller))
    )
  }
}

/** The same with the names of those whose schedules sent them. */
export async function namedShares(
  services: Services,
  caller: Caller,
): Promise<readonly { readonly stored: StoredExport; readonly sentBy: string }[]> {
  const shared = await sharedWith(services, caller)
  if (shared.length === 0) return []
  const owners = await services.accounts.people(
    services.sql,
    shared.map(({ ownerId }) => ownerId),
  )
  return shared.map((stored) => ({ stored, sentBy: owners.get(stored.ownerId)?.name ?? '' }))
}
