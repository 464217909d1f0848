import type { Sql } from '#kit/server/postgres/sql.ts'

/** Makes a request name these sensors. */
export async function requestsOf(sql: Sql, id: number, sensorIds: readonly number[]) {
  await sql
    .updateTable('reading_deletions')
    .set({ sensor_ids: [...sensorIds] })
    .where('id', '=', id)
    .execute()
}

/** The states of the requests about a device. */
export async function requestsState(sql: Sql, lesiId: string): Promise<string[]> {
  const rows = await sql
    .selectFrom('reading_deletions')
    .select('state')
    .where('lesi_id', '=', lesiId)
    .execute()
  return rows.map(({ state }) => state)
}
