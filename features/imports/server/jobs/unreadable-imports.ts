import type { ImportServices } from './import-services.ts'
import { beginNext, readUnreadable, type StoredImport } from './imports-store.ts'
import { writeEnded } from './progress-store.ts'

/** One entry of the log for each import that another version has stored in a way of its own. */
export async function logUnreadable({
  sql,
  log,
}: Pick<ImportServices, 'sql' | 'log'>): Promise<void> {
  for (const id of await readUnreadable(sql))
    log.error({ import: id }, 'an import cannot be read, and is left out')
}

/**
 * Begins what waits longest, and returns it; null when nothing waits. Of those that this version
 * cannot read each has failed then: it keeps none of those behind it.
 */
export async function beginReadable({
  sql,
  clock,
}: Pick<ImportServices, 'sql' | 'clock'>): Promise<StoredImport | null> {
  for (;;) {
    const next = await beginNext(sql, clock())
    if (!next || next.stored) return next?.stored ?? null
    await writeEnded(sql, next.id, { state: 'failed', failure: 'defect', at: clock() })
  }
}
