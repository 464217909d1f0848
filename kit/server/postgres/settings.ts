/** Socket "port": only a part of the socket's file name, as nothing listens on TCP. */
export const socketPort = 5432
export const superuser = 'warroom'
export const databaseName = 'warroom'

/**
 * Server settings: durable before all, and small, as the product's relational data is small and
 * telemetry needs the memory.
 */
const settings: Readonly<Record<string, string>> = {
  listen_addresses: '',
  unix_socket_permissions: '0700',
  fsync: 'on',
  synchronous_commit: 'on',
  full_page_writes: 'on',
  shared_buffers: '32MB',
  work_mem: '4MB',
  maintenance_work_mem: '32MB',
  max_connections: '40',
  max_worker_processes: '2',
  max_parallel_workers: '0',
  max_parallel_workers_per_gather: '0',
  max_logical_replication_workers: '0',
  autovacuum_worker_slots: '2',
  autovacuum_max_workers: '2',
  io_method: 'sync',
  jit: 'off',
  wal_level: 'minimal',
  max_wal_senders: '0',
  max_replication_slots: '0',
  max_wal_size: '256MB',
  min_wal_size: '32MB',
  timezone: 'UTC',
  log_timezone: 'UTC',
  lc_messages: 'C',
  log_line_prefix: '',
  logging_collector: 'off',
  log_destination: 'stderr',
  log_checkpoints: 'off',
  log_min_error_statement: 'panic',
}

/**
 * Command line of the postmaster. `overrides` change single settings (tests give up durability for
 * speed).
 */
export function postmasterArguments(
  cluster: string,
  sockets: string,
  overrides: Readonly<Record<string, string>> = {},
): readonly string[] {
  const all = { ...settings, ...overrides, unix_socket_directories: sockets }
  return [
    '-D',
    cluster,
    '-p',
    String(socketPort),
    ...Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
  ]
}

/**
 * Command line of initdb for a new cluster in `directory`: the C.UTF-8 locale of PostgreSQL itself,
 * the same on every machine.
 */
export function initdbArguments(directory: string): readonly string[] {
  return [
    '-D',
    directory,
    '-U',
    superuser,
    '-E',
    'UTF8',
    '--locale=C',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--auth-local=trust',
    '--auth-host=reject',
    '--no-instructions',
  ]
}

/** Environment of every PostgreSQL process: nothing of ours leaks into it. */
export const environment = { PATH: process.env['PATH'] ?? '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' }
