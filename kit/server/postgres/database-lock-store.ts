import type { ClientBase } from 'pg'

/** Any fixed numbers: the session of a running server holds the advisory lock with them. */
const lock = [1_465_996_108, 1] as const

/** A dead machine must not hold the lock for hours: its connection ends within some ten seconds. */
export async function detectLostPeer(client: ClientBase): Promise<void> {
  await client.query('set tcp_keepalives_idle = 5')
  await client.query('set tcp_keepalives_interval = 2')
  await client.query('set tcp_keepalives_count = 3')
}

/** Whether this session got the lock, which it then holds until it ends. */
export async function tryLock(client: ClientBase): Promise<boolean> {
  const { rows } = await client.query<{ taken: boolean }>(
    'select pg_try_advisory_lock($1, $2) as taken',
    [...lock],
  )
  return rows[0]?.taken ?? false
}

export interface LockHolder {
  readonly backend: number
  /** As the holder's session calls itself; null when this account may not see it. */
  readonly name: string | null
  /** Null for a Unix socket. */
  readonly address: string | null
}

export async function findHolder(client: ClientBase): Promise<LockHolder | undefined> {
  const { rows } = await client.query<LockHolder>(
    `select activity.pid as backend, nullif(activity.application_name, '') as name,
      host(activity.client_addr) as address
     from pg_locks left join pg_stat_activity activity using (pid)
     where locktype = 'advisory' and granted and classid = $1 and objid = $2 and objsubid = 2
       and database = (select oid from pg_database where datname = current_database())`,
    [...lock],
  )
  return rows[0]
}

/** Ends a session of our own that the server has not noticed to be dead. */
export async function endSession(client: ClientBase, backend: number): Promise<void> {
  await client.query('select pg_terminate_backend($1)', [backend])
}

export async function answersQuery(client: ClientBase): Promise<void> {
  await client.query('select 1')
}
