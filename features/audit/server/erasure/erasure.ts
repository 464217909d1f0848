import { identifyingFields } from '#features/accounts/contract/person-fields.ts'
import type { Audit } from '#kit/server/audit.ts'
import type { AuditErasure } from '#kit/server/personal-data/personal-data.ts'
import { nameRemover, redacted, type NameRemover } from '#kit/server/personal-data/remove-names.ts'
import {
  allowRedaction,
  readEntriesOf,
  readNames,
  readNaming,
  readSums,
  writeRedacted,
  writeSum,
  type NamingEntry,
  type RedactedEntry,
} from './erasure-store.ts'
import {
  digestOf,
  insertRedactions,
  newestErasure,
  readContentHashes,
  type Redaction,
} from './redactions-store.ts'

const entriesAtOnce = 500

/** Fields of a person's account that no entry about it keeps. */
const personalFields = [...identifyingFields, 'cognito_id']
/** What an entry says of the person's machine. */
const machineFields = ['userAgent']

/** Takes people out of the audit; `audit` writes the entry that says so. */
export const createAuditErasure = (audit: Audit): AuditErasure => ({
  read: readEntriesOf,
  namesOf: readNames,
  redact: async (transaction, origin, personId, names) => {
    const remove = nameRemover(names)
    await allowRedaction(transaction)
    for (const sum of await readSums(transaction)) {
      const { entity_name, after, samples } = sum
      await writeSum(transaction, { key: sum.key, ...remove({ entity_name, after, samples }) })
    }
    const redactions: Redaction[] = []
    for (let afterId = '0'; ;) {
      const place = { afterId, limit: entriesAtOnce }
      const found = await readNaming(transaction, personId, names, place)
      const changed = found.flatMap((entry) => redactedEntry(entry, personId, remove) ?? [])
      if (changed.length > 0) {
        await writeRedacted(transaction, changed)
        const ids = changed.map(({ id }) => id)
        redactions.push(...(await readContentHashes(transaction, ids)))
      }
      const last = found.at(-1)
      if (!last || found.length < entriesAtOnce) break
      afterId = last.id
    }
    const digest = digestOf(redactions)
    await audit(transaction, origin, {
      ...{ action: 'user.erase', entity: 'user', entityId: personId, entityName: redacted },
      after: { entries: redactions.length, digest },
    })
    const erasureId = await newestErasure(transaction, digest)
    await insertRedactions(transaction, erasureId, redactions)
  },
})

/** The entry without the person; null where nothing of it names them. */
function redactedEntry(
  entry: NamingEntry,
  personId: number,
  remove: NameRemover,
): RedactedEntry | null {
  const isActor = entry.actor_id === personId
  const isSubject = entry.entity === 'user' && entry.entity_id === String(personId)
  const without = [...(isSubject ? personalFields : []), ...(isActor ? machineFields : [])]
  const { id, actor_name, actor_email, entity_name, before, after, address } = entry
  const next: RedactedEntry = {
    id,
    actor_name: isActor ? '' : actor_name,
    actor_email: isActor ? '' : actor_email,
    entity_name: isSubject ? redacted : remove(entity_name),
    before: withoutFields(remove(before), without),
    after: withoutFields(remove(after), without),
    address: isActor ? '' : address,
  }
  const former: RedactedEntry = { id, actor_name, actor_email, entity_name, before, after, address }
  return JSON.stringify(next) === JSON.stringify(former) ? null : next
}

function withoutFields(snapshot: unknown, fields: readonly string[]): unknown {
  if (typeof snapshot !== 'object' || snapshot === null || Array.isArray(snapshot)) return snapshot
  return Object.fromEntries(
    Object.entries(snapshot).map(([field, value]) => [
      field,
      fields.includes(field) && value !== null && value !== '' ? redacted : value,
    ]),
  )
}
